import { filterId } from "../../../domain/resource";
import type { FacetPlan } from "./facetPlan";
import type { IndexQuery } from "./listingIndex";
import { storageOf, type RowSource } from "./rowSource";

/**
 * Returns whether the conditions of a query, or facets, use a field whose value
 * changes without a change of the row.
 */
export function readsOtherRows(
  source: RowSource,
  { resource, where = [], state: { filters, search } }: IndexQuery,
  facets: readonly FacetPlan[],
): boolean {
  const searched = search
    ? resource.search?.parameters.find(
        ({ value }) => value === search.parameter,
      )
    : undefined;
  const used = [
    ...where.map(({ field }) => field),
    ...resource.filters
      .filter((filter) => filters[filterId(filter)])
      .map(({ field }) => field),
    ...(searched?.fields ?? []),
    ...facets.map(({ filter }) => filter.field),
  ];
  return used.some((name) => {
    const storage = storageOf(source, name);
    return storage.kind === "expression" && storage.readsOthers === true;
  });
}
