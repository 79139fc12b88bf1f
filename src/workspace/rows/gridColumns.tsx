import type {
  GridColDef,
  GridColumnHeaderParams,
  GridRenderCellParams,
} from "@mui/x-data-grid";
import { useMemo } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { classes } from "../../ui/classes";
import { RowLinkProvider } from "../cells/TextCell";
import { useListing } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import {
  PageCheckbox,
  RowCheckbox,
  RowMenuButton,
  RowPanelButton,
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

/**
 * The columns of checkboxes, row menus and the buttons that open rows. Declared
 * columns cannot have these ids.
 */
const controlColumns = {
  "#panel": {
    field: "#panel",
    renderHeader: ({ colDef }: GridColumnHeaderParams<RowRecord>) => (
      <VisuallyHidden>{colDef.headerName}</VisuallyHidden>
    ),
    renderCell: ({ row, tabIndex }: GridRenderCellParams<RowRecord>) => (
      <RowPanelButton record={row} tabIndex={tabIndex} />
    ),
  },
  "#select": {
    field: "#select",
    renderHeader: () => <PageCheckbox tabIndex={-1} />,
    renderCell: ({ row, tabIndex }: GridRenderCellParams<RowRecord>) => (
      <RowCheckbox record={row} tabIndex={tabIndex} />
    ),
  },
  "#menu": {
    field: "#menu",
    renderHeader: ({ colDef }: GridColumnHeaderParams<RowRecord>) => (
      <VisuallyHidden>{colDef.headerName}</VisuallyHidden>
    ),
    renderCell: ({ row, tabIndex }: GridRenderCellParams<RowRecord>) => (
      <RowMenuButton record={row} tabIndex={tabIndex} />
    ),
  },
};

/** Returns whether a column of the grid is not declared. */
export const isControlColumn = (field: string): boolean =>
  field in controlColumns;

/** Pixels. */
export const controlWidth = 36;
const borderWidth = 1;

const controlColumn = (
  kind: keyof typeof controlColumns,
  headerName: string,
): GridColDef<RowRecord> => ({
  ...controlColumns[kind],
  headerName,
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
  const { isSelectable, hasRowMenu, hasRowPanel } = useListActions();
  const t = useT();
  const cells = useColumnCells();
  const controls = [hasRowPanel, isSelectable, hasRowMenu].filter(
    Boolean,
  ).length;
  const space = frameWidth - 2 * borderWidth - controls * controlWidth;
  const growth = growthOf(cells, { widths, hidden }, space);
  return useMemo(() => {
    const columns = [
      ...(hasRowPanel ? [controlColumn("#panel", t("list.panel.column"))] : []),
      ...(isSelectable
        ? [controlColumn("#select", t("actions.selectColumn"))]
        : []),
      // At the start, where it does not scroll out of sight.
      ...(hasRowMenu ? [controlColumn("#menu", t("actions.title"))] : []),
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
    return inPlace(columns, controls + 1);
  }, [
    cells,
    controls,
    labels,
    widths,
    growth,
    isSelectable,
    hasRowMenu,
    hasRowPanel,
    t,
  ]);
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
