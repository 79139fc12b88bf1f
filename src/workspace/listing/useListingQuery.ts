import { useEffect, useMemo } from "react";
import { useStore } from "ra-core";
import { useLocation, useNavigate } from "react-router";
import { firstPageSize, pageSizesOf } from "../../../domain/listing/page";
import type { Dropped, ListingState } from "../../../domain/listing/state";
import { readUrl, writeUrl } from "../../../domain/listing/url";
import type { Resource, RowSchema } from "../../../domain/resource";

export type ListingQuery = {
  /** What is chosen, as the URL says it. */
  state: ListingState;
  /** Parts of the URL that were not taken, until the next choice. */
  dropped: readonly Dropped[];
  /** Chooses anew: a step of the browser's history. */
  change: (state: ListingState) => void;
  dismissDropped: () => void;
};

const nothing: readonly Dropped[] = [];

type HistoryState = { dropped?: readonly Dropped[] } | null;

/**
 * The list's choices, kept in the URL and nowhere else. Parts the viewer does
 * not have or that mean nothing are cleaned out of it and told once; so is,
 * untold, the page where the list loads on as one `scrolls`. A page size that
 * the URL does not say is the one last chosen for this resource.
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
  const location = useLocation();
  const { search } = location;
  const history = location.state as HistoryState;
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
  const isPageLeft = scrolls && new URLSearchParams(search).has("page");
  const state = useMemo(() => {
    if (new URLSearchParams(search).has("pageSize")) return read;
    const isOffered = pageSizesOf(resource).includes(stored);
    return { ...read, pageSize: isOffered ? stored : standard };
  }, [resource, read, search, stored, standard]);

  useEffect(() => {
    if (dropped.length > 0 || isPageLeft)
      void navigate(
        { search: writeUrl(resource, read) },
        { replace: true, state: dropped.length > 0 ? { dropped } : null },
      );
  }, [dropped, isPageLeft, navigate, read, resource]);

  const told = history?.dropped ?? nothing;
  return useMemo(
    () => ({
      state,
      dropped: told,
      change: (next) => {
        if (next.pageSize !== state.pageSize) store(next.pageSize);
        const written = writeUrl(resource, next);
        if (written !== search.replace(/^\?/, ""))
          void navigate({ search: written });
      },
      dismissDropped: () => {
        void navigate({ search }, { replace: true, state: null });
      },
    }),
    [resource, state, told, search, store, navigate],
  );
}
