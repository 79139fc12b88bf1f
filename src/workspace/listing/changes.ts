import { offeredValues } from "../../../domain/listing/offeredFilters";
import { filterId, type Resource } from "../../../domain/resource";
import type {
  ChosenSort,
  FilterValue,
  ListingState,
} from "../../../domain/listing/state";
import type { ListFilter } from "../../providers/dataProvider";

/**
 * Returns the filters with one of them set, or cleared when `value` is
 * undefined. Also clears the filters that the declaration resets with it, the
 * filters that depend on it, such as the city of a country, and the filters that
 * are not offered any more.
 */
export function chooseFilter({
  resource,
  choice,
  id,
  value,
}: {
  resource: Resource;
  choice: ListFilter;
  id: string;
  value: FilterValue | undefined;
}): ListFilter {
  const cleared = new Set(
    resource.filters.find((filter) => filterId(filter) === id)?.resets,
  );
  for (const filter of resource.filters)
    if (filter.by === id) cleared.add(filterId(filter));
  const others = Object.entries(choice.filters).filter(
    ([other]) => other !== id && !cleared.has(other),
  );
  return {
    search: choice.search,
    filters: offeredValues(resource, {
      ...Object.fromEntries(others),
      ...(value ? { [id]: value } : {}),
    }),
  };
}

/** A list with tabs loses its sort when its filters or page size change. */
const sortAfterChange = (resource: Resource, state: ListingState) =>
  resource.tabs ? null : state.sort;

/** Returns page 1 of the list with these filters and this search. */
export const withFilters = (
  resource: Resource,
  state: ListingState,
  { filters, search }: ListFilter,
): ListingState => ({
  ...state,
  filters,
  search,
  sort: sortAfterChange(resource, state),
  page: 1,
});

/** Returns page 1 of the list in this order. */
export const withSort = (
  state: ListingState,
  sort: ChosenSort | null,
): ListingState => ({ ...state, sort, page: 1 });

/** Returns page 1 of the list with this many rows on a page. */
export const withPageSize = (
  resource: Resource,
  state: ListingState,
  pageSize: number,
): ListingState => ({
  ...state,
  pageSize,
  sort: sortAfterChange(resource, state),
  page: 1,
});
