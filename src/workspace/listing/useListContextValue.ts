import { useRecordSelection, type ListControllerResult } from "ra-core";
import type { ListFilter, RowRecord } from "../../providers/dataProvider";
import { withChoice, withPage, withPageSize, withSort } from "./changes";
import type { ListData } from "./useListData";
import type { ListingQuery } from "./useListingQuery";
import type { Resource } from "../../../domain/resource";

/**
 * The list as react-admin's own parts know it, over our query: choices are its
 * `filterValues`, no sort is a sort without a field.
 */
export function useListContextValue({
  resource,
  query,
  data,
}: {
  resource: Resource;
  query: ListingQuery;
  data: ListData;
}): ListControllerResult<RowRecord> {
  const { state, change } = query;
  const [selectedIds, selection] = useRecordSelection<RowRecord>({
    resource: resource.name,
  });
  const base = {
    resource: resource.name,
    displayedFilters: {},
    filterValues: { filters: state.filters, search: state.search },
    setFilters: (chosen: ListFilter) => {
      change(withChoice(resource, state, chosen));
    },
    showFilter: () => undefined,
    hideFilter: () => undefined,
    sort: { field: state.sort?.id ?? "", order: state.sort?.order ?? "ASC" },
    setSort: ({ field, order }: { field: string; order: "ASC" | "DESC" }) => {
      change(withSort(state, field ? { id: field, order } : null));
    },
    page: state.page,
    perPage: state.pageSize,
    setPage: (page: number) => {
      change(withPage(state, page));
    },
    setPerPage: (pageSize: number) => {
      change(withPageSize(resource, state, pageSize));
    },
    selectedIds,
    onSelect: selection.select,
    onSelectAll: () => {
      selection.select((data.rows ?? []).map(({ id }) => id));
    },
    onToggleItem: selection.toggle,
    onUnselectItems: selection.clearSelection,
    refetch: data.refetch,
    hasNextPage: data.hasNext,
    isFetching: data.isFetching,
    isPlaceholderData: data.isOutdated,
  } as const;
  if (data.rows)
    return {
      ...base,
      data: data.rows,
      total: data.total ?? -1,
      error: null,
      isPending: false,
    };
  return data.error
    ? { ...base, ...empty, error: data.error, isPending: false }
    : { ...base, ...empty, error: null, isPending: true };
}

const empty = { data: undefined, total: undefined, meta: undefined } as const;
