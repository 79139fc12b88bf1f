import { useEffect, useMemo, useState } from "react";
import { useStore } from "ra-core";
import { useLocation, useNavigate } from "react-router";
import { firstPageSize, pageSizesOf } from "../../../domain/listing/page";
import type { Dropped, ListingState } from "../../../domain/listing/state";
import { readUrl, writeUrl } from "../../../domain/listing/url";
import type { Resource, RowSchema } from "../../../domain/resource";
import { useOpeningSearch } from "./useOpeningSearch";

export type ListingQuery = {
  /** Filters, search, sort and page, read from the URL. */
  state: ListingState;
  /** Parameters that were invalid and have been removed from the URL. */
  dropped: readonly Dropped[];
  /**
   * Writes a new state to the URL, as a new entry of the browser history or instead of
   * the present one.
   */
  change: (state: ListingState, options?: { replace: boolean }) => void;
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

  const notice = useDroppedNotice({ resource, row, search, read, dropped });
  return useMemo(
    () => ({
      state,
      dropped: notice.dropped,
      change: (next, { replace } = { replace: false }) => {
        if (next.pageSize !== state.pageSize) store(next.pageSize);
        const written = writeUrl(resource, next);
        if (written !== search.replace(/^\?/, ""))
          void navigate({ search: written }, { replace });
      },
      dismissDropped: notice.dismiss,
    }),
    [resource, state, notice, search, store, navigate],
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
