import { memo } from "react";
import type { Row } from "../../providers/dataProvider";
import { RowLink } from "../cells/RowLink";
import type { ColumnCell } from "./useColumnCells";

/** What a row has in a column; renders again only for another row. */
export const RowCell = memo(function RowCell({
  cell,
  row,
}: {
  cell: ColumnCell;
  row: Row;
}) {
  const { Cell, hasLink, isFirst, column, schema } = cell;
  const shown = <Cell row={row} schema={schema} fields={column.fields} />;
  return isFirst && !hasLink ? <RowLink>{shown}</RowLink> : shown;
});
