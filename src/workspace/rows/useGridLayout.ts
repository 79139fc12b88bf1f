import { useStore } from "ra-core";
import { useEffect, useMemo, useState } from "react";
import { useListing } from "../listing/ListingContext";
import { reconcileLayout, type GridLayout } from "./gridLayout";

/**
 * The grid's layout, remembered for the resource. Columns it speaks of that
 * are no longer there are forgotten, and told until `dismiss`.
 */
export function useGridLayout(): {
  layout: GridLayout;
  change: (part: Partial<GridLayout>) => void;
  dropped: readonly string[];
  dismiss: () => void;
} {
  const { columns, name } = useListing().resource;
  const [kept, keep] = useStore<unknown>(`${name}.grid`);
  const { layout, dropped } = useMemo(
    () => reconcileLayout(columns, kept),
    [columns, kept],
  );
  const [told, setTold] = useState<readonly string[]>([]);
  if (dropped.some((id) => !told.includes(id))) setTold([...told, ...dropped]);
  useEffect(() => {
    if (dropped.length > 0) keep(layout);
  }, [dropped, keep, layout]);
  return {
    layout,
    change: (part) => {
      keep({ ...layout, ...part });
    },
    dropped: told,
    dismiss: () => {
      setTold([]);
    },
  };
}
