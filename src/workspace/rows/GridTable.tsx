import {
  DataGrid,
  type GridCellParams,
  type GridColumnResizeParams,
  type GridColumnVisibilityModel,
  type GridLocaleText,
  type GridRowClassNameParams,
  type GridRowHeightParams,
  type GridSlotProps,
  type GridSortModel,
  type MuiEvent,
  type GridColDef,
} from "@mui/x-data-grid";
import { useEvent } from "ra-core";
import {
  useCallback,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
} from "react";
import type { ChosenSort } from "../../../domain/listing/state";
import type { Column } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { IconButton } from "../../ui/IconButton";
import { MuiTheme } from "../../ui/MuiTheme";
import { classes } from "../../ui/classes";
import { isTypedInto } from "../../ui/isTypedInto";
import { useSize } from "../../ui/useSize";
import {
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import { useListActions, toggled } from "../listing/listActions";
import { withSort } from "../listing/useListingQuery";
import {
  DrawnRowsProvider,
  GridTableRow,
  PanelHeightsProvider,
  usePanelHeights,
} from "./GridTableRow";
import {
  rowHeightOf,
  useColumnCells,
  hasControl,
  RowCell,
  type ColumnCell,
} from "./columns";
import {
  isControlColumn,
  controlWidth,
  borderWidth,
  controlColumn,
  growthOf,
  inPlace,
  gridStyles,
  noteLines,
} from "./gridColumns";
import { useChangeMarks } from "./useChangeMarks";
import { useGridLayout, type GridLayout } from "./useGridLayout";
import { useGridTabStop } from "./useGridTabStop";
import { useRowsInSteps } from "./useRowsInSteps";
import { useStickyHead } from "./useStickyHead";
import styles from "./GridTable.module.css";
import { RowLinkProvider } from "../cells/TextCell";
import { useControlColumns } from "./RowControls";
import { useRowLink } from "./useRowLinks";

/**
 * The table of people who work in lists: the columns and cells of `SimpleTable` in a
 * data grid. Columns can be resized and hidden, and rows made lower; all of
 * this is stored. The server sorts and pages. The grid is one tab stop; arrow
 * keys move between cells.
 */
export default function GridTable({ rows }: { rows: RowRecord[] | undefined }) {
  const { resource, labels } = useListing();
  const { state, change } = useListQuery();
  const { total, isOutdated } = useListRows();
  const texts = useGridTexts();
  const stored = useGridLayout();
  const { layout, change: changeLayout } = stored;
  const frame = useRef<HTMLDivElement>(null);
  const columns = useGridColumns(layout, useSize(frame)?.width ?? 0);
  const { isSelectable, selection, visited, hasRowPanel } = useListActions();
  const visitedIds = useStoreValue(visited);
  const rowHeight = rowHeightOf(useColumnCells(), layout.density);
  const panels = usePanelHeights(rowHeight);
  const drawn = useRowsInSteps(rows?.length ?? 0, {
    query: isOutdated ? null : state,
    rowHeight,
  });
  const grid = useGridTabStop(rows);
  useChangeMarks(rows, frame);
  useStickyHead(frame);
  const sort = useMemo(
    () => sortModel(resource.columns, state.sort),
    [resource, state.sort],
  );
  const onSortModelChange = useEvent(([item]: GridSortModel) => {
    const id = resource.columns.find(({ id }) => id === item?.field)?.sort;
    const order = item?.sort === "desc" ? "DESC" : "ASC";
    change((latest) =>
      withSort(latest, item?.sort && id ? { id, order } : null),
    );
  });
  const onColumnVisibilityModelChange = useEvent(
    (hidden: GridColumnVisibilityModel) => {
      changeLayout({ hidden });
    },
  );
  const onColumnWidthChange = useEvent(
    ({ colDef, width }: GridColumnResizeParams) => {
      changeLayout({ widths: { ...layout.widths, [colDef.field]: width } });
    },
  );
  const onCellKeyDown = useEvent(
    (
      { id, field }: GridCellParams,
      event: MuiEvent<KeyboardEvent<HTMLElement>>,
    ) => {
      const isInControl = event.target !== event.currentTarget;
      if (event.key === " ") {
        // The grid would scroll by a page.
        event.defaultMuiPrevented = true;
        const record = rows?.find((row) => row.id === id);
        // The checkbox turns by itself, and text has spaces.
        const isOwn =
          field === "#select" || isTypedInto(event.target as Element);
        if (isOwn || !isSelectable || !record) return;
        event.preventDefault();
        selection.set(toggled(selection.get(), record));
        return;
      }
      if (isControlColumn(field) || isInControl) return;
      if (event.key === "Enter") {
        // Otherwise the key also submits the input that opens.
        event.preventDefault();
        const control = controlIn(event.currentTarget);
        if (control) control.click();
        else openRow(event.currentTarget);
      }
    },
  );
  const getRowClassName = useCallback(
    ({ row }: GridRowClassNameParams<RowRecord>) =>
      classes(
        resource.visited && visitedIds.has(row.id) && "visited",
        row.isUnconfirmed && "unconfirmed",
      ),
    [resource, visitedIds],
  );
  const getRowHeight = useCallback(
    ({ id }: GridRowHeightParams) => panels.heightOf(String(id)),
    [panels],
  );
  return (
    <MuiTheme>
      <DroppedColumns {...stored} />
      <div
        ref={frame}
        className={classes(
          styles.frame,
          layout.density !== "standard" && styles[layout.density],
          isOutdated && styles.outdated,
        )}
        style={clampLines(rowHeight)}
        aria-busy={isOutdated}
      >
        <PanelHeightsProvider value={panels}>
          <DrawnRowsProvider value={drawn}>
            {/* Another prop draws every cell again, so props are kept. */}
            <DataGrid
              apiRef={grid}
              aria-label={labels.title}
              rows={rows ?? noRows}
              columns={columns}
              rowCount={Math.max(total ?? -1, -1)}
              loading={!rows}
              localeText={texts}
              sx={gridStyles}
              rowHeight={rowHeight}
              slots={rowSlots}
              getRowHeight={hasRowPanel ? getRowHeight : undefined}
              // The first columns stay in place only while they are rendered.
              columnBufferPx={widestGrid}
              columnHeaderHeight={36}
              hideFooter
              disableColumnFilter
              rowSelection={false}
              paginationMode="server"
              paginationModel={wholePage}
              sortingMode="server"
              sortModel={sort}
              onSortModelChange={onSortModelChange}
              columnVisibilityModel={layout.hidden}
              onColumnVisibilityModelChange={onColumnVisibilityModelChange}
              onColumnWidthChange={onColumnWidthChange}
              onCellKeyDown={onCellKeyDown}
              getRowClassName={getRowClassName}
            />
          </DrawnRowsProvider>
        </PanelHeightsProvider>
      </div>
    </MuiTheme>
  );
}

const clampLines = (
  rowHeight: number,
): CSSProperties & { "--clamp-lines": number } => ({
  "--clamp-lines": noteLines(rowHeight),
});

const noRows: readonly RowRecord[] = [];

/** The grid draws all rows that it gets; the list has its own pager. */
const wholePage = { page: 0, pageSize: 100 };

/** Pixels: all columns of a wide list. */
const widestGrid = 10_000;

/** The search of the panel that shows and hides columns. */
const ColumnSearch = ({
  inputRef,
  placeholder,
  onChange,
  autoComplete,
}: GridSlotProps["baseTextField"]) => (
  <input
    ref={inputRef}
    type="search"
    className={styles.columnSearch}
    aria-label={placeholder}
    placeholder={placeholder}
    autoComplete={autoComplete}
    onChange={onChange}
  />
);

const rowSlots = { row: GridTableRow, baseTextField: ColumnSearch };

/** Says which stored columns no longer exist. */
function DroppedColumns({
  dropped,
  dismiss,
}: Pick<ReturnType<typeof useGridLayout>, "dropped" | "dismiss">) {
  const { labels } = useListing();
  const t = useT();
  if (dropped.length === 0) return null;
  const names = dropped.map((id) => labels.column({ id, fields: [id] }));
  return (
    <p className={styles.dropped} role="status">
      {t("list.grid.dropped", { names: names.join(", ") })}
      <IconButton icon="close" label={t("shell.close")} onClick={dismiss} />
    </p>
  );
}

/** Returns the control that changes the value of a cell. */
const controlIn = (cell: HTMLElement): HTMLElement | null =>
  cell.querySelector<HTMLElement>("[data-cell-control]");

/** Cells have the focus in a grid, so Enter on other cells follows the link. */
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
  return useMemo(
    () => ({
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
    }),
    [t],
  );
}

/** Returns the columns, widened to fill a frame of this width in pixels. */
function useGridColumns(
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
