import type { ColumnCell } from "./useColumnCells";

/** Pixels of the screen that the menu and the edges take beside a table. */
export const besideTable = 290;

/** A table that wants more pixels keeps its headings while it scrolls. */
export const widestPlain = 1400;

/** A column's width in pixels: the declaration's, else its cell's. */
export const widthOf = ({ column, width }: ColumnCell): number =>
  column.width ?? width;

/**
 * The widths of columns as shares of the table, so that the table stands still
 * whatever its rows hold; and the width below which it scrolls sideways.
 */
export function tableWidths(cells: readonly ColumnCell[]): {
  shares: string[];
  least: number;
} {
  const widths = cells.map(widthOf);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return {
    shares: widths.map((width) => `${((100 * width) / total).toFixed(2)}%`),
    least: Math.round(total * 0.9),
  };
}
