import type { GridColDef } from "@mui/x-data-grid";
import { useMemo } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { RowLinkProvider } from "../cells/TextCell";
import { useListing } from "../listing/ListingContext";
import {
  ControlHeading,
  useControlColumns,
  type ControlColumn,
} from "./RowControls";
import {
  hasControl,
  RowCell,
  useColumnCells,
  type ColumnCell,
} from "./columns";
import type { GridLayout } from "./useGridLayout";
import { useRowLink } from "./useRowLinks";
import styles from "./GridTable.module.css";

/** Returns whether a column of the grid is not declared. */
export const isControlColumn = (field: string): boolean =>
  field.startsWith("#");

/** Pixels. */
export const controlWidth = 36;
const borderWidth = 1;

const controlColumn = (column: ControlColumn): GridColDef<RowRecord> => ({
  field: column.id,
  headerName: column.title,
  renderHeader: () => <ControlHeading column={column} tabIndex={-1} />,
  renderCell: ({ row, tabIndex }) => (
    <column.Control record={row} tabIndex={tabIndex} />
  ),
  width: controlWidth,
  minWidth: controlWidth,
  cellClassName: "control",
  headerClassName: "control",
  sortable: false,
  hideable: false,
  resizable: false,
  disableColumnMenu: true,
  align: "center",
  headerAlign: "center",
});

/**
 * Returns the factor by which columns grow to fill the space, in pixels. Columns
 * that a person has resized keep their width.
 */
export function growthOf(
  cells: readonly { column: { id: string }; width: number }[],
  { widths, hidden }: Pick<GridLayout, "widths" | "hidden">,
  space: number,
): number {
  let growing = 0;
  let fixed = 0;
  for (const { column, width } of cells) {
    if (hidden[column.id] === false) continue;
    const resized = widths[column.id];
    if (resized === undefined) growing += width;
    else fixed += resized;
  }
  return growing > 0 ? Math.max(1, (space - fixed) / growing) : 1;
}

/**
 * Keeps the first columns in place when the grid is scrolled sideways, by the classes
 * of `gridStyles`. The pinned columns of MUI X need a paid licence.
 */
const inPlace = (
  columns: readonly GridColDef<RowRecord>[],
  count: number,
): GridColDef<RowRecord>[] =>
  columns.map((column, index) => {
    if (index >= count) return column;
    const kept = `inPlace inPlace${index}${index === count - 1 ? " lastInPlace" : ""}`;
    const withKept = (name: unknown) =>
      typeof name === "string" ? `${name} ${kept}` : kept;
    return {
      ...column,
      cellClassName: withKept(column.cellClassName),
      headerClassName: withKept(column.headerClassName),
    };
  });

/** Returns the columns, widened to fill a frame of this width in pixels. */
export function useGridColumns(
  { widths, hidden }: GridLayout,
  frameWidth: number,
): GridColDef<RowRecord>[] {
  const { labels } = useListing();
  const cells = useColumnCells();
  // At the start, where no control scrolls out of sight.
  const controls = useControlColumns();
  const space = frameWidth - 2 * borderWidth - controls.length * controlWidth;
  const growth = growthOf(cells, { widths, hidden }, space);
  return useMemo(() => {
    const columns = [
      ...controls.map(controlColumn),
      ...cells.map((cell): GridColDef<RowRecord> => {
        const { column, isFirst } = cell;
        const align = column.align === "end" ? "right" : "left";
        return {
          field: column.id,
          headerName: labels.column(column),
          width: widths[column.id] ?? cell.width * growth,
          sortable: column.sort !== undefined,
          align,
          headerAlign: align,
          hideable: !isFirst,
          renderCell: ({ row, tabIndex }) => (
            <div className={classes(styles.cell, cell.frameClass)}>
              {isFirst ? (
                <LinkedCell cell={cell} record={row} />
              ) : (
                <RowCell
                  cell={cell}
                  record={row}
                  {...(hasControl(cell) && { tabIndex })}
                />
              )}
            </div>
          ),
        };
      }),
    ];
    return inPlace(columns, controls.length + 1);
  }, [cells, controls, labels, widths, growth]);
}

/** The first cell of a row, with the link to its page. */
function LinkedCell({ cell, record }: { cell: ColumnCell; record: RowRecord }) {
  const { target } = useRowLink(record, -1);
  return (
    <RowLinkProvider value={target}>
      <RowCell cell={cell} record={record} />
    </RowLinkProvider>
  );
}
