import type { Column, RowSchema } from "../../../domain/resource";
import { cellFor } from "../registry/cells";

/** A column's width in pixels: the declaration's, else its cell's. */
export const widthOf = (schema: RowSchema, column: Column): number =>
  column.width ?? cellFor(schema, column).width;

/**
 * The widths of columns as shares of the table, so that the table stands still
 * whatever its rows hold; and the width below which it scrolls sideways.
 */
export function tableWidths(
  schema: RowSchema,
  columns: readonly Column[],
): { shares: string[]; least: number } {
  const widths = columns.map((column) => widthOf(schema, column));
  const total = widths.reduce((sum, width) => sum + width, 0);
  return {
    shares: widths.map((width) => `${((100 * width) / total).toFixed(2)}%`),
    least: Math.round(total * 0.9),
  };
}
