import { useMemo } from "react";
import { useFirstMedia, withDrawer, withMenu } from "../../ui/useMedia";
import type { ColumnCell } from "./columns";

/** Pixels beside the table: the page's edges, and on wide screens the menu. */
const edges = 58;
const menuAndEdges = 290;

/** Columns may shrink to this share of their widths. */
const smallestShare = 0.9;

/** Higher than any `dropOrder`. */
const never = Infinity;

/** The columns of a table with the widths that apply. */
export type TableFit = {
  cells: readonly ColumnCell[];
  /** The sum of the widths, in pixels. */
  total: number;
  /** The table with its controls is not drawn narrower than this number of pixels. */
  minWidth: number;
  /** Whether columns have their narrow widths. */
  isNarrow: boolean;
};

/**
 * Returns the columns that the screen has room for. Without room for all of
 * them, columns take their `narrowWidth`, and those with the lowest `dropOrder`
 * are hidden until the others fit; if they never do, the table scrolls. The
 * screen decides, not the measured table, so that the first paint is final. `controls`
 * is the width in pixels of the columns that are not declared.
 */
export function useTableFit(
  cells: readonly ColumnCell[],
  controls: number,
): TableFit & { scrolls: boolean } {
  const { widest, narrower, queries } = useMemo(() => {
    const [widest, ...narrower] = tableFits(cells, controls);
    return { widest, narrower, queries: [widest, ...narrower].map(roomQuery) };
  }, [cells, controls]);
  const first = useFirstMedia(queries);
  const fit = first === 0 ? widest : narrower.at(first < 0 ? -1 : first - 1);
  return { ...(fit ?? widest), scrolls: first < 0 };
}

/**
 * Returns the columns of a table from all of them to the fewest. `controls` is the width
 * in pixels of the columns that are not declared, which keep it.
 */
export function tableFits(
  cells: readonly ColumnCell[],
  controls = 0,
): [widest: TableFit, ...narrower: TableFit[]] {
  const narrow = cells.map((cell) => ({
    ...cell,
    width: cell.column.narrowWidth ?? cell.width,
  }));
  const orders = cells.flatMap(({ column }) => column.dropOrder ?? []);
  const dropped = [...new Set([0, ...orders])].sort((a, b) => a - b);
  return [
    fitOf(cells, controls, false),
    ...dropped.map((last) =>
      fitOf(
        narrow.filter(({ column }) => (column.dropOrder ?? never) > last),
        controls,
        true,
      ),
    ),
  ];
}

function fitOf(
  cells: readonly ColumnCell[],
  controls: number,
  isNarrow: boolean,
): TableFit {
  const total = cells.reduce((sum, { width }) => sum + width, 0);
  const minWidth = Math.round(total * smallestShare) + controls;
  return { cells, total, minWidth, isNarrow };
}

/** Returns the media query of screens on which a table does not scroll. */
const roomQuery = ({ minWidth }: TableFit): string =>
  `${withDrawer} and (min-width: ${minWidth + edges}px), ` +
  `${withMenu} and (min-width: ${minWidth + menuAndEdges}px)`;
