import { useNotify, useStore, type Store } from "ra-core";
import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { japanDay } from "../../../domain/japanTime";
import {
  isSameLayout,
  type SavedLayout,
} from "../../../domain/listing/savedLayout";
import { readSaved, savedParams } from "../../../domain/listing/savedSearch";
import type { ListingState } from "../../../domain/listing/state";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useUserId, useRole } from "../../providers/viewer";
import { useTabValue, writeTab } from "../../providers/tabStorage";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useView } from "../listing/useView";
import { reconcileLayout, standardDensity } from "../rows/useGridLayout";
import {
  useSavedSearches,
  useSavesViews,
  type SavedSearch,
} from "./useSavedSearches";

/** Long enough to read which criteria were dropped. */
const noticeMs = 12_000;

/** Returns a function that says whether the list shows what a search has saved. */
export function useIsShown(): (search: SavedSearch) => boolean {
  const { resource } = useListing();
  const { state } = useListQuery();
  const reconcile = useReconciled();
  const savesViews = useSavesViews();
  const { layout, reconciled } = useViewLayout();
  const current = savedParams(resource, state);
  return (search) => {
    const { state: saved, dropped } = reconcile(search);
    if (savedParams(resource, saved) !== current) return false;
    if (!savesViews) return dropped.length === 0;
    return !search.layout || isSameLayout(reconciled(search.layout), layout);
  };
}

/** Returns a function that opens a search or view, with a notice of dropped criteria. */
export function useOpenSearch(): (
  search: SavedSearch,
  options?: { replace: boolean },
) => void {
  const query = useListQuery();
  const reconcile = useReconciled();
  const { apply } = useViewLayout();
  const { name } = useListing().resource;
  const [, setOpenedId] = useOpenedViewId(name);
  const savesViews = useSavesViews();
  const notify = useNotify();
  const t = useT();
  return (search, options) => {
    const { state, dropped } = reconcile(search);
    query.change(({ pageSize }) => ({ ...state, page: 1, pageSize }), options);
    if (savesViews) {
      if (search.layout) apply(search.layout);
      setOpenedId(search.id);
    }
    if (dropped.length === 0) return;
    const parts = dropped.join(", ");
    notify(t("saved.opened", { title: search.title, parts }), {
      type: "warning",
      autoHideDuration: noticeMs,
    });
  };
}

/** Returns the view that is open in this list; undefined without one. */
export function useOpenedView(): SavedSearch | undefined {
  const { data } = useSavedSearches();
  const [id] = useOpenedViewId(useListing().resource.name);
  return useSavesViews() ? data?.find((view) => view.id === id) : undefined;
}

/**
 * Returns the id of the view that is open in a list of this tab: empty without one,
 * undefined if the list has not been opened in this tab.
 */
export function useOpenedViewId(
  list: string,
): [id: string | undefined, setId: (id: string) => void] {
  const userId = useUserId();
  const key = `view.${userId}.${list}`;
  const id = useTabValue(key);
  return [
    id,
    (opened) => {
      writeTab(key, opened);
    },
  ];
}

export type ReconciledSearch = {
  state: ListingState;
  params: string;
  /** Criteria that the list no longer accepts, as saved: `fuel=petrol`. */
  dropped: string[];
};

/**
 * Returns a function that reconciles a saved search with the list's declaration. Our server reports
 * what it dropped; the browser checks searches of other servers by the same
 * declaration.
 */
export function useReconciled(): (search: SavedSearch) => ReconciledSearch {
  const { resource, row } = useListing();
  return ({ params, dropped = [] }) => {
    const read = readSaved(resource, row, params, japanDay(serverNow()));
    return {
      state: read.state,
      params: read.params,
      dropped: [...dropped, ...read.dropped].map(
        ({ param, value }) => `${param}=${value}`,
      ),
    };
  };
}

/**
 * Opens the default view when somebody comes to the list by a link without a query, or
 * for the first time in this tab. Going back in the history keeps the list as it was
 * left. Does nothing if the filters are changed before the views have loaded.
 */
export function useDefaultView(): void {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { search } = useLocation();
  const cameBy = useNavigationType();
  const savesViews = useSavesViews();
  const { data } = useSavedSearches();
  const [openedId, setOpenedId] = useOpenedViewId(resource.name);
  const open = useOpenSearch();
  const current = savedParams(resource, state);
  const [arrival] = useState({
    isFresh: cameBy === NavigationType.Push || openedId === undefined,
    isPlain: search === "",
    params: current,
  });
  const isSettled = useRef(false);
  useEffect(() => {
    if (isSettled.current || !savesViews || !data) return;
    isSettled.current = true;
    if (!arrival.isFresh) return;
    const isUntouched = arrival.isPlain && arrival.params === current;
    const view = data.find(({ isDefault }) => isDefault);
    if (isUntouched && view) open(view, { replace: true });
    else if (arrival.params === current) setOpenedId("");
  });
}

/** Returns the present columns and display of the list, and how to change them. */
export function useViewLayout(): {
  layout: SavedLayout;
  /** Returns a saved layout without columns that no longer exist. */
  reconciled: (saved: SavedLayout) => SavedLayout;
  apply: (saved: SavedLayout) => void;
} {
  const { resource } = useListing();
  const role = useRole();
  const [view, setView] = useView(resource);
  const [stored, store] = useStore<unknown>(`${resource.name}.grid`);
  const { board } = useListQuery().state;
  const shown = { view, ...(board !== undefined && { board }) };
  const layoutOf = (grid: unknown): Omit<SavedLayout, "view" | "board"> => {
    const { hidden, widths, density } = reconcileLayout(
      resource.columns,
      grid,
      standardDensity(role),
    ).layout;
    const rounded = Object.entries(widths).map(
      ([id, width]) => [id, Math.round(width)] as const,
    );
    return {
      hidden: Object.keys(hidden),
      widths: Object.fromEntries(rounded),
      density,
    };
  };
  return {
    layout: { ...shown, ...layoutOf(stored) },
    reconciled: (saved) => ({
      ...(saved.view === undefined && shown),
      ...saved,
      ...layoutOf(gridOf(saved)),
    }),
    apply: (saved) => {
      if (saved.view) setView(saved.view, saved.board);
      // The table drops columns that no longer exist and names them.
      store(gridOf(saved));
    },
  };
}

/** Stores a saved layout, with which the list opens next. */
export function storeSavedLayout(
  store: Store,
  { name }: { name: string },
  layout: SavedLayout,
): void {
  if (layout.view) store.setItem(`${name}.view`, layout.view);
  if (layout.board) store.setItem(`${name}.board`, layout.board);
  store.setItem(`${name}.grid`, gridOf(layout));
}

/** Returns the layout as the data grid stores it. */
const gridOf = ({ hidden, widths, density }: SavedLayout) => ({
  hidden: Object.fromEntries(hidden.map((id) => [id, false])),
  widths,
  density,
});
