import { useListing, useListQuery } from "../listing/ListingContext";

/** Whether the list has a filter or a search that could be removed; a tab is neither. */
export function useIsFiltered(): boolean {
  const { resource } = useListing();
  const { filters, search } = useListQuery().state;
  const names = Object.keys(filters).filter(
    (id) => id !== resource.tabs?.filter,
  );
  return names.length > 0 || search !== null;
}
