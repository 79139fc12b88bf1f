import { useMemo } from "react";
import { filterId, type Filter } from "../../../domain/resource";
import { useListing } from "../listing/ListingContext";

/** The filters of the panel: what tabs set has no control of its own. */
export function usePanelFilters(): { main: Filter[]; extra: Filter[] } {
  const { resource } = useListing();
  return useMemo(() => {
    const filters = resource.filters.filter(
      (filter) => filterId(filter) !== resource.tabs?.filter,
    );
    return {
      main: filters.filter(({ group }) => group !== "extra"),
      extra: filters.filter(({ group }) => group === "extra"),
    };
  }, [resource]);
}
