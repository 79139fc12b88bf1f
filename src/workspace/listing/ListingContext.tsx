import { keepPreviousData } from "@tanstack/react-query";
import { useGetList, useInfiniteGetList } from "ra-core";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { ListingState } from "../../../domain/listing/state";
import {
  forRole,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import {
  listParams,
  type ListMeta,
  type RowRecord,
} from "../../providers/dataProvider";
import type { RowProblem } from "../../providers/rowValidation/checkRows";
import { useRole } from "../../providers/viewer";
import { useStoreValue } from "../../providers/store";
import { useWorkspace } from "../../providers/workspace";
import { useIsPhone } from "../../ui/useMedia";
import { detailPath } from "../detailPath";
import { FieldTextProvider } from "../fieldText";
import { noteShown } from "../openedFrom";
import { createRequiredContext } from "../requiredContext";
import { useLabels, type Labels } from "../useLabels";
import { ActionsState, useListActions } from "./listActions";
import { shownRecords, withArrived } from "./rowChanges";
import { useFacets, type Facets } from "./useFacets";
import { useFilterDraft, type FilterDraft } from "./useFilterDraft";
import { useListingQuery, type ListingQuery } from "./useListingQuery";

/** The parts of a list that filters, sorting and paging do not change. */
export type Listing = {
  resource: Resource;
  row: RowSchema;
  labels: Labels;
  isPhone: boolean;
  /** The fields with `x-own`: a row in which one has a value is the viewer's own. */
  ownFields: readonly string[];
};

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

/**
 * The state of the surrounding list, split by how often it changes: a choice
 * in a filter changes the draft and the facets, an applied choice changes the
 * query and the rows. A component renders only for the state it reads.
 */
export const [ListingProvider, useListing] = createRequiredContext<Listing>();
export const [ListQueryProvider, useListQuery] =
  createRequiredContext<ListingQuery>();
const [DraftProvider, useDraft] = createRequiredContext<FilterDraft>();
export const [ListFacetsProvider, useListFacets] =
  createRequiredContext<Facets>();
export const [ListRowsProvider, useListRows] =
  createRequiredContext<ListData>();

export { useDraft };

type ChildrenProps = { children: ReactNode };

/**
 * Provides the state of a list to its children. Each piece of state lives in a
 * component of its own, so that the children do not render when it changes.
 */
export function ListingProviders({
  resource,
  children,
}: ChildrenProps & { resource: Resource }) {
  const row = useWorkspace().row(resource.row);
  const labels = useLabels(resource, row);
  const isPhone = useIsPhone();
  const listing = useMemo(
    () => ({
      resource,
      row,
      labels,
      isPhone,
      ownFields: Object.keys(row.properties).filter(
        (name) => row.properties[name]?.["x-own"],
      ),
    }),
    [resource, row, labels, isPhone],
  );
  return (
    <ListingProvider value={listing}>
      <FieldTextProvider row={row}>
        <QueryState>
          <RowsState>
            <DraftState>
              <FacetsState>{children}</FacetsState>
            </DraftState>
          </RowsState>
        </QueryState>
      </FieldTextProvider>
    </ListingProvider>
  );
}

/** Whether the list loads more rows on scrolling instead of having pages. */
export function useScrolls(): boolean {
  const { resource, isPhone } = useListing();
  const role = useRole();
  return isPhone || forRole(resource.paging ?? "pages", role) === "scroll";
}

function QueryState({ children }: ChildrenProps) {
  const { resource, row } = useListing();
  const query = useListingQuery({ resource, row, scrolls: useScrolls() });
  return (
    <ListQueryProvider value={query}>
      <ActionsState resource={resource} state={query.state}>
        {children}
      </ActionsState>
    </ListQueryProvider>
  );
}

function RowsState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { changes, shown } = useListActions();
  const scrolls = useScrolls();
  const data = useListData({ resource, state, scrolls });
  const { rows: arrived, arrivedAt } = data;
  const made = useStoreValue(changes);
  useEffect(() => {
    if (arrived) changes.set(withArrived(changes.get(), arrived, Date.now()));
    // Equal rows stay the same array, but they decide lost replies too.
  }, [arrived, arrivedAt, changes]);
  const rows = useMemo(() => shownRecords(arrived, made), [arrived, made]);
  const { total } = data;
  useEffect(() => {
    shown.set(rows ?? []);
  }, [shown, rows]);
  const { resources } = useWorkspace();
  // The page of a row leads to its neighbours in this list.
  useEffect(() => {
    if (!rows) return;
    noteShown({
      resource: resource.name,
      state,
      before: scrolls ? 0 : (state.page - 1) * state.pageSize,
      total: total ?? -1,
      places: rows.flatMap(({ id, row }) => {
        const href = detailPath({ resource, resources, row });
        return href === null ? [] : [{ id, href }];
      }),
    });
  }, [resource, resources, state, rows, total, scrolls]);
  const value = useMemo(() => ({ ...data, rows }), [data, rows]);
  return <ListRowsProvider value={value}>{children}</ListRowsProvider>;
}

function DraftState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const draft = useFilterDraft(resource, useListQuery());
  return <DraftProvider value={draft}>{children}</DraftProvider>;
}

function FacetsState({ children }: ChildrenProps) {
  const { resource } = useListing();
  const facets = useFacets(resource, useListQuery().state);
  return <ListFacetsProvider value={facets}>{children}</ListFacetsProvider>;
}

const noProblems: readonly RowProblem[] = [];

const problemsOf = ({ meta }: { meta?: unknown }) =>
  (meta as ListMeta).problems;

/**
 * Returns the rows of the list: one page or, if the list `scrolls`, all pages
 * from the first to the last one loaded.
 */
function useListData({
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
    placeholderData: keepPreviousData,
  });
  const infinite = useInfiniteGetList<RowRecord>(resource.name, params, {
    enabled: scrolls,
    placeholderData: keepPreviousData,
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
