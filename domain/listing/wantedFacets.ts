import { filterId, type Resource } from "../resource";
import { filterCall } from "./call";
import type { ListingState } from "./state";

type Choice = Pick<ListingState, "filters" | "search">;

/**
 * The facets that a list shows at first: those of its panel. Undefined when
 * that is all of them, as where a filter of the closed group has a value, which
 * opens it.
 */
export function firstFacets(
  { filters }: Resource,
  chosen: Choice["filters"],
): string[] | undefined {
  const isClosed = ({ group }: Resource["filters"][number]) =>
    group === "extra";
  if (filters.some((one) => isClosed(one) && chosen[filterId(one)]))
    return undefined;
  const shown = filters.filter((one) => !isClosed(one)).map(filterId);
  return shown.length > 0 && shown.length < filters.length ? shown : undefined;
}

/** The query of the facets call, for the wanted facets or, by default, all. */
export const facetsCall = (
  resource: Resource,
  choice: Choice,
  wanted: readonly string[] | undefined,
): Record<string, string> => ({
  ...filterCall(resource, choice),
  ...(wanted ? { facets: wanted.join(",") } : {}),
});

/**
 * The filters whose facets a call names; null when the declaration, cut to its
 * viewer, has not all of them.
 */
export function readWantedFacets(
  { filters }: Resource,
  text: string,
): string[] | null {
  const known = new Set(filters.map(filterId));
  const wanted = text.split(",");
  return wanted.every((id) => known.has(id)) ? wanted : null;
}
