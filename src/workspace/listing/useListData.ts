import { useMemo, useState } from "react";
import { useGetList, useInfiniteGetList } from "ra-core";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import type { ListMeta, RowRecord } from "../../providers/dataProvider";
import type { RowProblem } from "../../providers/rowValidation/checkRows";

export type ListData = {
  /** Old rows stay while new ones are on their way, and when those fail. */
  rows: RowRecord[] | undefined;
  /** -1 while the server does not know it. */
  total: number | undefined;
  /** Rows that the server gave and that cannot be shown. */
  problems: readonly RowProblem[];
  /** The whole reply of the list call. */
  reply: unknown;
  error: Error | null;
  isFetching: boolean;
  /** The rows on screen are those of the choice before. */
  isOutdated: boolean;
  refetch: () => void;
  /** More rows below, where the list loads on as one scrolls. */
  hasNext: boolean;
  isFetchingNext: boolean;
  fetchNext: () => void;
};

const none: readonly RowProblem[] = [];

const problemsOf = ({ meta }: { meta?: unknown }) =>
  (meta as ListMeta).problems;

const keep = <Data>(previous: Data | undefined) => previous;

/**
 * The rows for the list's choices: one page of them or, where the list
 * `scrolls`, all pages from the first to the last one loaded.
 */
export function useListData({
  resource,
  state,
  scrolls,
}: {
  resource: Resource;
  state: ListingState;
  scrolls: boolean;
}): ListData {
  const params = {
    pagination: {
      page: scrolls ? 1 : state.page,
      perPage: state.pageSize,
    },
    sort: { field: state.sort?.id ?? "", order: state.sort?.order ?? "ASC" },
    filter: { filters: state.filters, search: state.search },
  };
  const paged = useGetList<RowRecord>(resource.name, params, {
    enabled: !scrolls,
    placeholderData: keep,
  });
  const endless = useInfiniteGetList<RowRecord>(resource.name, params, {
    enabled: scrolls,
    placeholderData: keep,
  });
  const pages = endless.data?.pages;
  const scrolled = useMemo(() => pages && uniqueRows(pages), [pages]);
  const used = scrolls ? endless : paged;
  const fresh = scrolls ? scrolled : paged.data;
  const [last, setLast] = useState({ rows: fresh, total: used.total });
  if (fresh && fresh !== last.rows) setLast({ rows: fresh, total: used.total });
  const rows = fresh ?? last.rows;
  const total = fresh ? used.total : last.total;
  const paging = used.meta as ListMeta | undefined;
  const reply = paging?.reply;
  const wrong = useMemo(() => pages?.flatMap(problemsOf), [pages]);
  const problems = (scrolls ? wrong : paging?.problems) ?? none;
  const { error, isFetching, refetch } = used;
  const isOutdated = used.isPlaceholderData || !fresh;
  const hasNext = scrolls && endless.hasNextPage;
  const isFetchingNext = endless.isFetchingNextPage;
  const canFetchNext = endless.hasNextPage && !endless.isFetching;
  const { fetchNextPage } = endless;
  return useMemo(
    () => ({
      rows,
      total,
      problems,
      reply,
      error,
      isFetching,
      isOutdated,
      refetch: () => {
        void refetch();
      },
      hasNext,
      isFetchingNext,
      fetchNext: () => {
        if (canFetchNext) void fetchNextPage({ cancelRefetch: false });
      },
    }),
    [
      rows,
      total,
      problems,
      reply,
      error,
      isFetching,
      isOutdated,
      refetch,
      hasNext,
      isFetchingNext,
      canFetchNext,
      fetchNextPage,
    ],
  );
}

/** A row that moved on to the next page meanwhile is still shown once. */
function uniqueRows(pages: readonly { data: RowRecord[] }[]): RowRecord[] {
  const rows = pages.flatMap((page) => page.data);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
