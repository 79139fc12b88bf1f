import { useNotify } from "ra-core";
import { isSameLayout } from "../../../domain/listing/savedLayout";
import { savedParams } from "../../../domain/listing/savedSearch";
import { useT } from "../../providers/i18n/useT";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useReconciled } from "./DroppedCriteria";
import {
  useSavedSearches,
  useSavesViews,
  type SavedSearch,
} from "./useSavedSearches";
import { useViewLayout } from "./useViewLayout";
import { useUserId } from "../../providers/session";
import { useTabValue, writeTab } from "../../providers/storage";

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
    const { pageSize } = query.state;
    query.change({ ...state, page: 1, pageSize }, options);
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
