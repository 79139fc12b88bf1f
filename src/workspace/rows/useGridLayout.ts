import { useStore } from "ra-core";
import { useEffect, useMemo, useState } from "react";
import { isStaff, type Role } from "../../../domain/access";
import { useRole } from "../../providers/viewer";
import { useListing } from "../listing/ListingContext";

export const densities = ["compact", "standard", "comfortable"] as const;

export type Density = (typeof densities)[number];

/** Returns the default row height of a role. */
export const standardDensity = (role: Role): Density =>
  isStaff(role) ? "compact" : "standard";

export type GridLayout = {
  /** `false` for each hidden column, by id, as the data grid expects it. */
  hidden: Record<string, boolean>;
  /** Widths in pixels of resized columns, by id. */
  widths: Record<string, number>;
  density: Density;
};

/**
 * Returns the grid's layout, stored per resource. Settings of columns that no
 * longer exist are deleted; their ids stay in `dropped` until `dismiss`.
 */
export function useGridLayout(): {
  layout: GridLayout;
  change: (changes: Partial<GridLayout>) => void;
  dropped: readonly string[];
  dismiss: () => void;
} {
  const { columns, name } = useListing().resource;
  const role = useRole();
  const [stored, store] = useStore<unknown>(`${name}.grid`);
  const { layout, dropped } = useMemo(
    () => reconcileLayout(columns, stored, standardDensity(role)),
    [columns, stored, role],
  );
  const [announced, setAnnounced] = useState<readonly string[]>([]);
  if (dropped.some((id) => !announced.includes(id)))
    setAnnounced([...announced, ...dropped]);
  useEffect(() => {
    if (dropped.length > 0) store(layout);
  }, [dropped, store, layout]);
  return {
    layout,
    change: (changes) => {
      store({ ...layout, ...changes });
    },
    dropped: announced,
    dismiss: () => {
      setAnnounced([]);
    },
  };
}

/**
 * Returns the row height of the grid and how to change it. Settings of missing columns
 * are left to `useGridLayout`, which names them.
 */
export function useDensity(): [Density, (density: Density) => void] {
  const { columns, name } = useListing().resource;
  const role = useRole();
  const [stored, store] = useStore<unknown>(`${name}.grid`);
  const { layout } = reconcileLayout(columns, stored, standardDensity(role));
  return [
    layout.density,
    (density) => {
      store({ ...Object.fromEntries(entriesOf(stored)), density });
    },
  ];
}

const narrowest = 40;
const widest = 2000;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const isDensity = (value: unknown): value is Density =>
  densities.some((density) => density === value);

const isWidth = (value: unknown): value is number =>
  typeof value === "number" && value >= narrowest && value <= widest;

/**
 * Returns a stored layout reduced to the existing columns, and the ids of the
 * columns that it had to leave out. Accepts any stored value. The first column
 * has the link to the row's page, so it is never hidden.
 */
export function reconcileLayout(
  columns: readonly { id: string }[],
  stored: unknown,
  standard: Density = "standard",
): { layout: GridLayout; dropped: string[] } {
  const { hidden, widths, density } = (stored ?? {}) as Partial<
    Record<keyof GridLayout, unknown>
  >;
  const hiddenIds = entriesOf(hidden)
    .filter(([, isShown]) => isShown === false)
    .map(([id]) => id);
  const resized = entriesOf(widths).flatMap(([id, width]) =>
    isWidth(width) ? [[id, width] as const] : [],
  );
  const known = new Set(columns.map(({ id }) => id));
  const named = [...hiddenIds, ...resized.map(([id]) => id)];
  return {
    layout: {
      hidden: Object.fromEntries(
        hiddenIds
          .filter((id) => known.has(id) && id !== columns[0]?.id)
          .map((id) => [id, false]),
      ),
      widths: Object.fromEntries(resized.filter(([id]) => known.has(id))),
      density: isDensity(density) ? density : standard,
    },
    dropped: [...new Set(named)].filter((id) => !known.has(id)),
  };
}
