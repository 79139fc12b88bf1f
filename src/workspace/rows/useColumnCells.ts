import { useMemo } from "react";
import type { Column, RowSchema } from "../../../domain/resource";
import { useListing } from "../listing/ListingContext";
import { cellFor, type CellPart } from "../registry/cells";

/** A column with the cell that shows it in every row. */
export type ColumnCell = CellPart & {
  column: Column;
  schema: RowSchema;
  /** It has what names the row, and leads to it. */
  isFirst: boolean;
};

/** The cells of the list's columns, found once for all rows. */
export function useColumnCells(): readonly ColumnCell[] {
  const { resource, row: schema } = useListing();
  return useMemo(
    () =>
      resource.columns.map((column, place) => ({
        ...cellFor(schema, column),
        column,
        schema,
        isFirst: place === 0,
      })),
    [resource, schema],
  );
}
