import { memo, useMemo } from "react";
import type { Column, RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { PhotoCell } from "../cells/PhotoCell";
import { ReferenceCell } from "../cells/Reference";
import { RowLink } from "../cells/RowLink";
import { useListing } from "../listing/ListingContext";
import { cellFor, type CellDefinition } from "../registry/cells";

/** A column of a table with the cell that draws it. */
export type ColumnCell = CellDefinition & {
  column: Column;
  schema: RowSchema;
  /** The first column has the link to the row's page. */
  isFirst: boolean;
};

/** Returns the columns of the list, with `width` in pixels. */
export function useColumnCells(): readonly ColumnCell[] {
  const { resource, row: schema } = useListing();
  return useMemo(
    () =>
      resource.columns.map((column, index) => {
        const cell = cellFor(schema, column);
        const width = column.width ?? cell.width;
        return { ...cell, width, column, schema, isFirst: index === 0 };
      }),
    [resource, schema],
  );
}

/** Returns whether a column shows photos, which need higher rows. */
export const hasPhotos = (cells: readonly ColumnCell[]): boolean =>
  cells.some(({ Cell }) => Cell === PhotoCell);

/** A row's cell in a column. It renders again only when the row changes. */
export const RowCell = memo(function RowCell({
  cell,
  row,
  tabIndex,
}: {
  cell: ColumnCell;
  row: Row;
  /** Of the control in the cell. */
  tabIndex?: number;
}) {
  const { Cell, hasLink, isFirst, column, schema } = cell;
  const { fields, refersTo } = column;
  // The first column has the link to the row itself.
  if (refersTo && !isFirst)
    return <ReferenceCell {...{ row, fields, refersTo, tabIndex }} />;
  const content = <Cell row={row} schema={schema} fields={fields} />;
  return isFirst && !hasLink ? <RowLink>{content}</RowLink> : content;
});
