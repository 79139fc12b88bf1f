import { filterId, type Resource } from "../../../domain/resource";
import type {
  ChosenSort,
  FilterValue,
  ListingState,
} from "../../../domain/listing/state";
import type { ListFilter } from "../../providers/dataProvider";

/**
 * A choice with one filter set or, by undefined, cleared. What the declaration
 * says it resets is cleared too, and so is what stands within it.
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
  const { [id]: _previous, ...others } = choice.filters;
  const cleared = new Set(
    resource.filters.find((filter) => filterId(filter) === id)?.resets,
  );
  for (const filter of resource.filters)
    if (filter.by === id) cleared.add(filterId(filter));
  const kept = Object.entries(others).filter(([name]) => !cleared.has(name));
  return {
    search: choice.search,
    filters: {
      ...Object.fromEntries(kept),
      ...(value ? { [id]: value } : {}),
    },
  };
}

/** In lists with tabs a new choice also clears the sort. */
const sortAfterChoice = (resource: Resource, state: ListingState) =>
  resource.tabs ? null : state.sort;

/** Another choice of rows begins at page 1. */
export const withChoice = (
  resource: Resource,
  state: ListingState,
  { filters, search }: ListFilter,
): ListingState => ({
  ...state,
  filters,
  search,
  sort: sortAfterChoice(resource, state),
  page: 1,
});

/** Another order begins at page 1. */
export const withSort = (
  state: ListingState,
  sort: ChosenSort | null,
): ListingState => ({ ...state, sort, page: 1 });

export const withPage = (state: ListingState, page: number): ListingState => ({
  ...state,
  page,
});

/** Another page size begins at page 1. */
export const withPageSize = (
  resource: Resource,
  state: ListingState,
  pageSize: number,
): ListingState => ({
  ...state,
  pageSize,
  sort: sortAfterChoice(resource, state),
  page: 1,
});
