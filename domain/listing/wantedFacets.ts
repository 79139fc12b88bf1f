import { filterId, type Filter, type Resource } from "../resource";
import { filterCall } from "./call";
import type { ListingState } from "./state";

type Choice = Pick<ListingState, "filters" | "search">;

/**
 * Returns the facets that a list needs at first: the facets of its open panel.
 * Undefined means all facets, as when a filter of the closed group has a value
 * and so opens it.
 */
export function firstFacets(
  { filters }: Resource,
  chosen: Choice["filters"],
): string[] | undefined {
  const isIn =
    (place: Filter["group"]) =>
    ({ group = "main" }: Filter) =>
      group === place;
  const closed = filters.filter(isIn("extra"));
  if (closed.some((filter) => chosen[filterId(filter)])) return undefined;
  const shown = filters.filter(isIn("main")).map(filterId);
  return shown.length > 0 && shown.length < filters.length ? shown : undefined;
}

/** Returns the query of the facets call, by default for all facets. */
export const facetsCall = (
  resource: Resource,
  choice: Choice,
  wanted: readonly string[] | undefined,
): Record<string, string> => ({
  ...filterCall(resource, choice),
  ...(wanted ? { facets: wanted.join(",") } : {}),
});

/**
 * Returns the filter ids in the text, or null if the declaration, cut to its
 * viewer, does not have all of them.
 */
export function readWantedFacets(
  { filters }: Resource,
  text: string,
): string[] | null {
  const known = new Set(filters.map(filterId));
  const wanted = text.split(",");
  return wanted.every((id) => known.has(id)) ? wanted : null;
}
