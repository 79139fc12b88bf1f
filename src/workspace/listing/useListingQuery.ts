import { useStore } from "ra-core";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { japanDay } from "../../../domain/japanTime";
import { defaultValue } from "../../../domain/listing/offeredFilters";
import {
  firstPageSize,
  pageSizesOf,
  type ChosenSort,
  type Dropped,
  type ListingState,
  type FilterValue,
} from "../../../domain/listing/state";
import { readUrl, writeUrl, emptyState } from "../../../domain/listing/url";
import {
  type Resource,
  type RowSchema,
  filterId,
} from "../../../domain/resource";
import type { ListFilter } from "../../providers/dataProvider";
import { serverNow } from "../../providers/serverClock";
import { useUserId } from "../../providers/viewer";
import { readTab, writeTab } from "../../providers/tabStorage";

export type ListingQuery = {
  /** Filters, search, sort and page, read from the URL. */
  state: ListingState;
  /** Parameters that were invalid and have been removed from the URL. */
  dropped: readonly Dropped[];
  /**
   * Writes a new state to the URL, as a new entry of the browser history or instead of
   * the present one. It is derived from the latest state, which can be newer than the
   * state on screen.
   */
  change: (
    next: (latest: ListingState) => ListingState,
    options?: { replace: boolean },
  ) => void;
  dismissDropped: () => void;
};

const noneDropped: readonly Dropped[] = [];

/**
 * Returns the state of a list, which is stored in the URL only. Invalid
 * parameters, and `page` if the list `scrolls`, are removed from the URL. If
 * the URL has no page size, the last one chosen for this resource is used.
 */
export function useListingQuery({
  resource,
  row,
  scrolls,
}: {
  resource: Resource;
  row: RowSchema;
  scrolls: boolean;
}): ListingQuery {
  const { search: written } = useLocation();
  const opening = useOpeningSearch(resource, row, written);
  const search = opening ?? written;
  const navigate = useNavigate();
  const standard = firstPageSize(resource);
  const [stored, store] = useStore<number>(
    `${resource.name}.pageSize`,
    standard,
  );
  const { state: read, dropped } = useMemo(() => {
    const found = readUrl(resource, row, search);
    const { state } = found;
    return scrolls ? { ...found, state: { ...state, page: 1 } } : found;
  }, [resource, row, search, scrolls]);
  const hasUselessPage = scrolls && new URLSearchParams(search).has("page");
  const state = useMemo(() => {
    if (new URLSearchParams(search).has("pageSize")) return read;
    const isOffered = pageSizesOf(resource).includes(stored);
    return { ...read, pageSize: isOffered ? stored : standard };
  }, [resource, read, search, stored, standard]);

  useEffect(() => {
    if (opening !== null) void navigate({ search: opening }, { replace: true });
  }, [opening, navigate]);

  useEffect(() => {
    if (dropped.length > 0 || hasUselessPage)
      void navigate({ search: writeUrl(resource, read) }, { replace: true });
  }, [dropped, hasUselessPage, navigate, read, resource]);

  const latest = useRef({ state, search });
  useLayoutEffect(() => {
    latest.current = { state, search };
  }, [state, search]);

  const notice = useDroppedNotice({ resource, row, search, read, dropped });
  return useMemo(
    () => ({
      state,
      dropped: notice.dropped,
      change: (next, { replace } = { replace: false }) => {
        const { state: before, search: present } = latest.current;
        const after = next(before);
        if (after.pageSize !== before.pageSize) store(after.pageSize);
        const written = writeUrl(resource, after);
        if (written === present.replace(/^\?/, "")) return;
        latest.current = { state: after, search: written };
        void navigate({ search: written }, { replace });
      },
      dismissDropped: notice.dismiss,
    }),
    [resource, state, notice, store, navigate],
  );
}

/**
 * Remembers the dropped parameters until the URL changes again. Forgets
 * parameters that become valid, because their filter is declared again. They
 * are not stored in the browser history, so a reload forgets them too.
 */
function useDroppedNotice({
  resource,
  row,
  search,
  read,
  dropped,
}: {
  resource: Resource;
  row: RowSchema;
  search: string;
  read: ListingState;
  dropped: readonly Dropped[];
}) {
  const [notice, setNotice] = useState({ url: "", dropped: noneDropped });
  const isAnnounced = notice.dropped.length > 0;
  if (dropped.length > 0) {
    if (dropped !== notice.dropped)
      setNotice({ url: writeUrl(resource, read), dropped });
  } else if (isAnnounced && normalized(search) !== normalized(notice.url))
    setNotice({ url: "", dropped: noneDropped });
  return useMemo(() => {
    const params = notice.dropped.map(({ param, value }) => [param, value]);
    return {
      dropped: readUrl(resource, row, new URLSearchParams(params)).dropped,
      dismiss: () => {
        setNotice({ url: "", dropped: noneDropped });
      },
    };
  }, [notice, resource, row]);
}

const normalized = (search: string) => new URLSearchParams(search).toString();

/**
 * Returns the URL query with which a list opens for the first time in a session: the
 * default values of its filters. Null if the list has no defaults, has opened before,
 * or opens with a query of its own.
 */
function useOpeningSearch(
  resource: Resource,
  row: RowSchema,
  search: string,
): string | null {
  const userId = useUserId();
  const key = `opened.${userId}.${resource.name}`;
  const hasDefaults = resource.filters.some(
    (filter) => filter.default !== undefined,
  );
  const isFirst = hasDefaults && readTab(key) === undefined;
  useEffect(() => {
    if (isFirst) writeTab(key, "1");
  }, [isFirst, key]);
  return isFirst && search === "" ? openingSearch(resource, row) : null;
}

function openingSearch(resource: Resource, row: RowSchema): string {
  const today = japanDay(serverNow());
  const filters = resource.filters.flatMap(
    (filter): [string, FilterValue][] => {
      const field = row.properties[filter.field];
      if (!filter.default || !field) return [];
      const value = defaultValue(field, filter, today);
      return value ? [[filterId(filter), value]] : [];
    },
  );
  return writeUrl(resource, {
    ...emptyState(resource),
    filters: Object.fromEntries(filters),
  });
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
