import { useMemo, useState } from "react";
import { useGetList, useInfiniteGetList } from "ra-core";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import type { ListMeta, RowRecord } from "../../providers/dataProvider";
import { listParams } from "./listQueries";
import type { RowProblem } from "../../providers/rowValidation/checkRows";

export type ListData = {
  /** Previous rows stay while new ones load, and if loading fails. */
  rows: RowRecord[] | undefined;
  /** The time of the last successful call, by the page's clock. */
  arrivedAt: number;
  /** The number of pages in `rows`. */
  pageCount: number;
  /** Whether a live update has changed the rows since they were read. */
  isInPlace: boolean;
  /** -1 if the server does not know it. */
  total: number | undefined;
  /** Rows of the reply that break their schema. */
  problems: readonly RowProblem[];
  /** The whole reply of the list call. */
  reply: unknown;
  /** Why the list could not be loaded, further pages apart. */
  error: Error | null;
  isFetching: boolean;
  /** The rows belong to the previous filters, order or page. */
  isOutdated: boolean;
  refetch: () => void;
  /** The next page of a list that loads more rows on scrolling. */
  next: {
    isFetching: boolean;
    error: Error | null;
    /** Null while another request of the list runs, and without a page. */
    fetch: (() => void) | null;
  };
};

const noProblems: readonly RowProblem[] = [];

const problemsOf = ({ meta }: { meta?: unknown }) =>
  (meta as ListMeta).problems;

const keepPrevious = <Data>(previous: Data | undefined) => previous;

/**
 * Returns the rows of the list: one page or, if the list `scrolls`, all pages
 * from the first to the last one loaded.
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
  const params = listParams(state, scrolls);
  const paged = useGetList<RowRecord>(resource.name, params, {
    enabled: !scrolls,
    placeholderData: keepPrevious,
  });
  const infinite = useInfiniteGetList<RowRecord>(resource.name, params, {
    enabled: scrolls,
    placeholderData: keepPrevious,
  });
  const pages = infinite.data?.pages;
  const scrolled = useMemo(() => pages && uniqueRows(pages), [pages]);
  const used = scrolls ? infinite : paged;
  const fresh = scrolls ? scrolled : paged.data;
  const [last, setLast] = useState({ rows: fresh, total: used.total });
  if (fresh && fresh !== last.rows) setLast({ rows: fresh, total: used.total });
  const rows = fresh ?? last.rows;
  const total = fresh ? used.total : last.total;
  const meta = used.meta as ListMeta | undefined;
  const scrolledProblems = useMemo(() => pages?.flatMap(problemsOf), [pages]);
  const problems = (scrolls ? scrolledProblems : meta?.problems) ?? noProblems;
  const { isFetching, dataUpdatedAt, isPlaceholderData, refetch } = used;
  const isNextError = scrolls && infinite.isFetchNextPageError;
  const hasNext = scrolls && infinite.hasNextPage;
  const error = isNextError ? null : used.error;
  const { isFetchingNextPage, fetchNextPage, error: infiniteError } = infinite;
  const pageCount = pages?.length ?? 1;
  // The same object while nothing has changed, because each row reads it.
  return useMemo(
    () => ({
      rows,
      arrivedAt: dataUpdatedAt,
      pageCount,
      isInPlace: meta?.isInPlace === true,
      total,
      problems,
      reply: meta?.reply,
      error,
      isFetching,
      isOutdated: isPlaceholderData || !fresh,
      refetch: () => void refetch(),
      next: {
        isFetching: isFetchingNextPage,
        error: isNextError ? infiniteError : null,
        fetch:
          hasNext && !isFetching
            ? () => void fetchNextPage({ cancelRefetch: false })
            : null,
      },
    }),
    [
      rows,
      dataUpdatedAt,
      pageCount,
      meta,
      total,
      problems,
      error,
      isFetching,
      isPlaceholderData,
      fresh,
      refetch,
      isFetchingNextPage,
      isNextError,
      infiniteError,
      hasNext,
      fetchNextPage,
    ],
  );
}

/** A row that moved to a later page between two requests appears once. */
function uniqueRows(pages: readonly { data: RowRecord[] }[]): RowRecord[] {
  const rows = pages.flatMap((page) => page.data);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
