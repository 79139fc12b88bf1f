import type { Column } from "../../../domain/resource";

const standard = 136;

/**
 * The widths of columns as shares of the table, from the declaration's pixels,
 * so that the table stands still whatever its rows hold; and the width below
 * which it scrolls sideways.
 */
export function tableWidths(columns: readonly Column[]): {
  shares: string[];
  least: number;
} {
  const widths = columns.map(({ width }) => width ?? standard);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return {
    shares: widths.map((width) => `${((100 * width) / total).toFixed(2)}%`),
    least: Math.round(total * 0.86),
  };
}
