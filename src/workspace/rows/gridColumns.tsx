import type { GridColDef } from "@mui/x-data-grid";
import type { RowRecord } from "../../providers/dataProvider";
import { ControlHeading, type ControlColumn } from "./RowControls";
import type { GridLayout } from "./useGridLayout";

/** Returns whether a column of the grid is not declared. */
export const isControlColumn = (field: string): boolean =>
  field.startsWith("#");

/** Pixels. */
export const controlWidth = 36;
export const borderWidth = 1;

export const controlColumn = (
  column: ControlColumn,
): GridColDef<RowRecord> => ({
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
export const inPlace = (
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

/** Pixels of a line of a note and of the space around all of them. */
const noteLine = { height: 16, around: 4 };

/** The most lines of a note, here and in lists without a fixed row height. */
const mostNoteLines = 4;

/** Returns the number of lines of a note that rows of this height have room for. */
export const noteLines = (rowHeight: number): number =>
  Math.min(
    mostNoteLines,
    Math.floor((rowHeight - noteLine.around) / noteLine.height),
  );

/** The first column comes after at most three columns of controls. */
const columnsInPlace = Object.fromEntries(
  [0, 1, 2, 3].map((index) => [
    `& .inPlace${index}`,
    { left: `${index * controlWidth}px` },
  ]),
);

/** Rows with the focus and ticked rows. */
const rowsInUse =
  "& .MuiDataGrid-row:is(:focus-within, :has(.control input:checked))";

/** Makes the data grid look like `SimpleTable`. */
export const gridStyles = {
  "--DataGrid-t-color-border-base": "var(--line)",
  "--DataGrid-t-header-background-base": "var(--surface)",
  "--DataGrid-rowBorderColor": "var(--line)",
  border: "1px solid var(--line)",
  borderRadius: "var(--radius)",
  background: "var(--surface)",
  color: "var(--ink)",
  fontSize: "14px",
  "& .MuiDataGrid-columnHeader": { padding: "0 12px" },
  "& .MuiDataGrid-columnSeparator": { color: "var(--line)" },
  "& .MuiDataGrid-columnHeaderTitle": {
    color: "var(--ink-3)",
    fontSize: "12px",
    fontWeight: 520,
  },
  "& .MuiDataGrid-cell": {
    display: "flex",
    alignItems: "center",
    padding: "0 12px",
    lineHeight: "18px",
  },
  "& .control": { padding: 0, justifyContent: "center" },
  "& .MuiDataGrid-virtualScroller": { containerType: "inline-size" },
  "& .MuiDataGrid-cell--textRight": { justifyContent: "flex-end" },
  "& .MuiDataGrid-row": { position: "relative" },
  "& .MuiDataGrid-row:hover": {
    background: "color-mix(in srgb, var(--accent-tint) 50%, transparent)",
  },
  "& .MuiDataGrid-row.visited a": { color: "var(--ink-2)", fontWeight: 480 },
  "& .MuiDataGrid-row.unconfirmed": { fontStyle: "italic", opacity: 0.6 },
  [rowsInUse]: { background: "var(--accent-tint)" },
  "@media (forced-colors: active)": {
    [rowsInUse]: { outline: "2px solid Highlight", outlineOffset: "-2px" },
  },
  "& [data-row-link]::after": { display: "none" },
  "& .inPlace": { position: "sticky", zIndex: 2, background: "var(--surface)" },
  "& .MuiDataGrid-row:hover .inPlace": {
    background: "color-mix(in srgb, var(--accent-tint) 50%, var(--surface))",
  },
  [`${rowsInUse} .inPlace`]: { background: "var(--accent-tint)" },
  // The headings follow the page, which scrolls instead of the grid.
  "& .MuiDataGrid-columnHeaders": {
    zIndex: 3,
    transform: "translateY(var(--head-shift, 0))",
  },
  "& .MuiDataGrid-cell, & .MuiDataGrid-cell *": { scrollMarginTop: "40px" },
  "& .lastInPlace": { borderInlineEnd: "1px solid var(--line)" },
  ...columnsInPlace,
} as const;
