import {
  DataGrid,
  type GridColDef,
  type GridSortModel,
} from "@mui/x-data-grid";
import { useMemo } from "react";
import type { ChosenSort } from "../../../domain/listing/state";
import type { Column } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { MuiTheme } from "../../ui/MuiTheme";
import { RowLinkProvider } from "../cells/RowLink";
import { withSort } from "../listing/changes";
import {
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import { GridBar } from "./GridBar";
import type { GridLayout } from "./gridLayout";
import styles from "./GridTable.module.css";
import { gridStyles, rowHeights } from "./gridStyles";
import { RowCell } from "./RowCell";
import { widthOf } from "./tableWidths";
import { useColumnCells, type ColumnCell } from "./useColumnCells";
import { useGridLayout } from "./useGridLayout";
import { useGridTexts } from "./useGridTexts";
import { useRowLinks } from "./useRowLinks";

/**
 * The data grid over the same columns and cells as the lean table: columns can
 * be resized and hidden and rows stand closer, which is remembered; order and
 * pages are the server's. One tab stop, whose arrows go from cell to cell.
 */
export default function GridTable({ rows }: { rows: RowRecord[] | undefined }) {
  const { resource, labels } = useListing();
  const { state, change } = useListQuery();
  const { total, isOutdated } = useListRows();
  const { isVisited } = useRowLinks();
  const texts = useGridTexts();
  const remembered = useGridLayout();
  const { layout, change: changeLayout } = remembered;
  const columns = useGridColumns(layout);
  const onSortModelChange = ([wanted]: GridSortModel) => {
    const id = resource.columns.find((one) => one.id === wanted?.field)?.sort;
    const order = wanted?.sort === "desc" ? "DESC" : "ASC";
    change(withSort(state, wanted?.sort && id ? { id, order } : null));
  };
  return (
    <MuiTheme>
      <GridBar {...remembered} />
      <div
        className={classes(
          styles.frame,
          layout.density === "compact" && styles.compact,
        )}
      >
        <DataGrid
          aria-label={labels.title}
          rows={rows ?? []}
          columns={columns}
          rowCount={Math.max(total ?? -1, -1)}
          loading={isOutdated || !rows}
          localeText={texts}
          sx={gridStyles}
          rowHeight={rowHeights[layout.density]}
          columnHeaderHeight={38}
          hideFooter
          disableColumnFilter
          rowSelection={false}
          paginationMode="server"
          paginationModel={{ page: state.page - 1, pageSize: state.pageSize }}
          sortingMode="server"
          sortModel={sortModel(resource.columns, state.sort)}
          onSortModelChange={onSortModelChange}
          columnVisibilityModel={layout.hidden}
          onColumnVisibilityModelChange={(hidden) => {
            changeLayout({ hidden });
          }}
          onColumnWidthChange={({ colDef, width }) => {
            changeLayout({
              widths: { ...layout.widths, [colDef.field]: width },
            });
          }}
          onCellKeyDown={(_cell, event) => {
            if (event.key === "Enter") openRow(event.currentTarget);
          }}
          getRowClassName={({ row }) => (isVisited(row) ? "visited" : "")}
        />
      </div>
    </MuiTheme>
  );
}

/** The grid's cells take the focus; Enter on any of them follows the link. */
function openRow(cell: HTMLElement): void {
  cell
    .closest('[role="row"]')
    ?.querySelector<HTMLElement>("[data-row-link]")
    ?.click();
}

function useGridColumns({ widths }: GridLayout): GridColDef<RowRecord>[] {
  const { labels } = useListing();
  const cells = useColumnCells();
  return useMemo(
    () =>
      cells.map((cell) => {
        const { column, isFirst } = cell;
        const side = column.align === "end" ? "right" : "left";
        return {
          field: column.id,
          headerName: labels.column(column),
          width: widths[column.id] ?? widthOf(cell),
          sortable: column.sort !== undefined,
          align: side,
          headerAlign: side,
          hideable: !isFirst,
          renderCell: ({ row }) =>
            isFirst ? (
              <LinkedCell cell={cell} record={row} />
            ) : (
              <RowCell cell={cell} row={row.row} />
            ),
        };
      }),
    [cells, labels, widths],
  );
}

/** The first cell of a row, which leads to it. */
function LinkedCell({ cell, record }: { cell: ColumnCell; record: RowRecord }) {
  const { hrefOf, visit } = useRowLinks();
  const href = hrefOf(record);
  const onOpen = () => {
    visit(record.id);
  };
  return (
    <RowLinkProvider
      value={href === null ? null : { href, onOpen, tabIndex: -1 }}
    >
      <RowCell cell={cell} row={record.row} />
    </RowLinkProvider>
  );
}

function sortModel(
  columns: readonly Column[],
  sort: ChosenSort | null,
): GridSortModel {
  const column = columns.find((one) => one.sort === sort?.id);
  if (!sort || !column) return [];
  return [{ field: column.id, sort: sort.order === "DESC" ? "desc" : "asc" }];
}
