import {
  DataGrid,
  type GridLocaleText,
  type GridSortModel,
} from "@mui/x-data-grid";
import { useRef } from "react";
import type { ChosenSort } from "../../../domain/listing/state";
import type { Column } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import { MuiTheme } from "../../ui/MuiTheme";
import { Segmented } from "../../ui/Segmented";
import { useSize } from "../../ui/useSize";
import { withSort } from "../listing/changes";
import {
  useListActions,
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import { toggled } from "../listing/selection";
import { hasPhotos, useColumnCells } from "./columns";
import { isControlColumn, useGridColumns } from "./gridColumns";
import {
  GridRowWithPanel,
  PanelHeightsProvider,
  usePanelHeights,
} from "./GridRowPanel";
import { gridStyles, rowHeights } from "./gridStyles";
import styles from "./GridTable.module.css";
import { densities, useGridLayout } from "./useGridLayout";
import { useVisited } from "./useRowLinks";

/**
 * The table of managers and dealers: the columns and cells of `SimpleTable` in
 * a data grid. Columns can be resized and hidden, and rows made lower; all of
 * this is stored. The server sorts and pages. The grid is one tab stop; arrow
 * keys move between cells.
 */
export default function GridTable({ rows }: { rows: RowRecord[] | undefined }) {
  const { resource, labels } = useListing();
  const { state, change } = useListQuery();
  const { total, isOutdated } = useListRows();
  const { isVisited } = useVisited();
  const texts = useGridTexts();
  const stored = useGridLayout();
  const { layout, change: changeLayout } = stored;
  const frame = useRef<HTMLDivElement>(null);
  const columns = useGridColumns(layout, useSize(frame)?.width ?? 0);
  const { isSelectable, selection, hasRowPanel } = useListActions();
  const kind = hasPhotos(useColumnCells()) ? "photos" : "texts";
  const rowHeight = rowHeights[kind][layout.density];
  const panels = usePanelHeights(rowHeight);
  const onSortModelChange = ([item]: GridSortModel) => {
    const id = resource.columns.find(({ id }) => id === item?.field)?.sort;
    const order = item?.sort === "desc" ? "DESC" : "ASC";
    change(withSort(state, item?.sort && id ? { id, order } : null));
  };
  return (
    <MuiTheme>
      <GridBar {...stored} />
      <div
        ref={frame}
        className={classes(
          styles.frame,
          layout.density === "compact" && styles.compact,
        )}
      >
        <PanelHeightsProvider value={panels}>
          <DataGrid
            aria-label={labels.title}
            rows={rows ?? []}
            columns={columns}
            rowCount={Math.max(total ?? -1, -1)}
            loading={isOutdated || !rows}
            localeText={texts}
            sx={gridStyles}
            rowHeight={rowHeight}
            {...(hasRowPanel && {
              slots: rowSlots,
              getRowHeight: ({ id }) => panels.heightOf(String(id)),
            })}
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
            onCellKeyDown={({ id, field }, event) => {
              if (isControlColumn(field)) return;
              if (event.key === "Enter") openRow(event.currentTarget);
              if (event.key !== " " || !isSelectable) return;
              event.preventDefault();
              event.defaultMuiPrevented = true;
              const record = rows?.find((row) => row.id === id);
              if (record) selection.set(toggled(selection.get(), record));
            }}
            getRowClassName={({ row }) =>
              classes(
                isVisited(row.id) && "visited",
                row.isUnconfirmed && "unconfirmed",
              )
            }
          />
        </PanelHeightsProvider>
      </div>
    </MuiTheme>
  );
}

const rowSlots = { row: GridRowWithPanel };

/** Above the grid: the row height, and which stored columns no longer exist. */
function GridBar({
  layout,
  change,
  dropped,
  dismiss,
}: ReturnType<typeof useGridLayout>) {
  const { labels } = useListing();
  const t = useT();
  const names = dropped.map((id) => labels.column({ id, fields: [id] }));
  return (
    <div className={styles.bar}>
      {dropped.length > 0 && (
        <p className={styles.dropped} role="status">
          {t("list.grid.dropped", { names: names.join(", ") })}
          <IconButton icon="close" label={t("shell.close")} onClick={dismiss} />
        </p>
      )}
      <Segmented
        label={t("list.grid.density.title")}
        segments={densities.map((density) => ({
          value: density,
          content: t(`list.grid.density.${density}`),
        }))}
        value={layout.density}
        onChange={(density) => {
          change({ density });
        }}
      />
    </div>
  );
}

/** Cells have the focus in a grid, so Enter on any cell follows the link. */
function openRow(cell: HTMLElement): void {
  cell
    .closest('[role="row"]')
    ?.querySelector<HTMLElement>("[data-row-link]")
    ?.click();
}

function sortModel(
  columns: readonly Column[],
  sort: ChosenSort | null,
): GridSortModel {
  const column = columns.find((column) => column.sort === sort?.id);
  if (!sort || !column) return [];
  return [{ field: column.id, sort: sort.order === "DESC" ? "desc" : "asc" }];
}

/** Returns the texts of the data grid that a person can see or hear. */
function useGridTexts(): Partial<GridLocaleText> {
  const t = useT();
  return {
    noRowsLabel: t("list.grid.noRows"),
    columnMenuLabel: t("list.grid.menu"),
    columnMenuAriaLabel: (name) => `${t("list.grid.menu")}: ${name}`,
    columnMenuShowColumns: t("list.grid.columns"),
    columnMenuManageColumns: t("list.grid.manage"),
    columnMenuHideColumn: t("list.grid.hide"),
    columnMenuUnsort: t("list.grid.unsort"),
    columnMenuSortAsc: t("list.grid.ascending"),
    columnMenuSortDesc: t("list.grid.descending"),
    columnHeaderSortIconLabel: t("list.grid.sort"),
    columnsManagementSearchTitle: t("list.grid.search"),
    columnsManagementShowHideAllText: t("list.grid.showAll"),
    columnsManagementReset: t("list.grid.reset"),
  };
}
