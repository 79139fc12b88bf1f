import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { savedParams } from "../../../domain/listing/savedSearch";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useOpenedViewId, useOpenSearch } from "./useOpenedView";
import { useSavedSearches, useSavesViews } from "./useSavedSearches";

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
