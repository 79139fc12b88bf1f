import type { Resource, RowSchema } from "../resource";
import { listCall } from "./call";
import { detailCall } from "./defaultCalls";
import { pageSizesOf, type ListingState } from "./state";
import { readUrl } from "./url";
import { facetsCall, firstFacets } from "./wantedFacets";

/** A call that a page sends as soon as it opens. */
export type FirstCall = {
  path: string;
  query: Record<string, string>;
  /** The keys that lead to the first photo in the reply. */
  photo?: readonly (string | number)[];
};

/**
 * Returns the state of a list that opens with this query of the URL. Without a
 * page size in the URL it has the `stored` one, if the list offers it.
 */
export function firstState(
  resource: Resource,
  row: RowSchema,
  { search, stored }: { search: string; stored: unknown },
): ListingState {
  const { state } = readUrl(resource, row, search);
  if (new URLSearchParams(search).has("pageSize")) return state;
  const pageSize = pageSizesOf(resource).find((size) => size === stored);
  return pageSize === undefined ? state : { ...state, pageSize };
}

/**
 * Returns whether a list may open with filters that its URL does not have. Only
 * the browser knows whether it has opened before in the session.
 */
export const mayOpenFiltered = (
  { filters }: Pick<Resource, "filters">,
  search: string,
): boolean =>
  search.replace(/^\?/, "") === "" &&
  filters.some((filter) => filter.default !== undefined);

/** Returns the calls for the rows and, where declared, the facets of a list. */
export function firstListCalls(
  resource: Resource,
  row: RowSchema,
  state: ListingState,
  /** Whether the server answers the call for named facets. */
  { namesFacets }: { namesFacets: boolean },
): FirstCall[] {
  const { list, facets } = resource.calls;
  const photos = Object.entries(row.properties).find(
    ([, field]) => field["x-shown"] === "photos",
  );
  const wanted = namesFacets ? firstFacets(resource, state.filters) : undefined;
  return [
    {
      path: list.path,
      query: listCall(resource, state),
      ...(photos && { photo: [list.rows, 0, photos[0], 0] }),
    },
    ...(facets
      ? [{ path: facets.path, query: facetsCall(resource, state, wanted) }]
      : []),
  ];
}

/** Returns the call for a row's page; undefined if the list has no such call. */
export function firstRowCall(
  { calls: { detail } }: Resource,
  id: string,
): FirstCall | undefined {
  if (!detail) return undefined;
  const { path, param, photos } = detail;
  return {
    ...detailCall(path, id, param),
    ...(photos !== undefined && { photo: [...photos.split("."), 0] }),
  };
}
