import { useStore } from "ra-core";
import type { SavedLayout } from "../../../domain/listing/savedLayout";
import { useRole } from "../../providers/session";
import { useListing } from "../listing/ListingContext";
import { useView } from "../listing/useView";
import { reconcileLayout, standardDensity } from "../rows/useGridLayout";

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
  const layoutOf = (grid: unknown): Omit<SavedLayout, "view"> => {
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
    layout: { view, ...layoutOf(stored) },
    reconciled: (saved) => ({ view, ...saved, ...layoutOf(gridOf(saved)) }),
    apply: (saved) => {
      if (saved.view) setView(saved.view);
      // The table drops columns that no longer exist and names them.
      store(gridOf(saved));
    },
  };
}

/** Returns the layout as the data grid stores it. */
const gridOf = ({ hidden, widths, density }: SavedLayout) => ({
  hidden: Object.fromEntries(hidden.map((id) => [id, false])),
  widths,
  density,
});
