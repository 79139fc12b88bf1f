import { memo, useRef, type CSSProperties } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useRole } from "../../providers/viewer";
import { classes } from "../../ui/classes";
import { RowLinkProvider, RowTabIndexProvider } from "../cells/TextCell";
import {
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import {
  OpenRowPanel,
  useIsOpen,
  useControlColumns,
  type ControlColumn,
} from "./RowControls";
import {
  SkeletonRows,
  TableHead,
  isAfterCells,
  isBeforeCells,
} from "./TableHead";
import {
  hasPhotos,
  RowCell,
  rowHeightOf,
  useColumnCells,
  type ColumnCell,
} from "./columns";
import { useChangeMarks } from "./useChangeMarks";
import { standardDensity } from "./useGridLayout";
import { useRowKeys } from "./useRowKeys";
import { useRowLink } from "./useRowLinks";
import { useRowsInSteps } from "./useRowsInSteps";
import { useTableFit } from "./useTableFit";
import styles from "./SimpleTable.module.css";

/** Wider tables scroll in both directions inside their frame. */
const widestPlain = 1400;

/** Pixels of the lowest row with photos and a second line of each text. */
const photoRow = 65;

/** Pixels of the columns for checkboxes, row menus and the open rows' buttons. */
const controlWidth = 40;

/**
 * The table of clients: two lines a row, and the whole row is a link. Column
 * widths do not depend on the rows. If not even the columns that always stay fit
 * the screen, the table scrolls sideways.
 */
export function SimpleTable({ rows }: { rows: RowRecord[] | undefined }) {
  const { labels } = useListing();
  const { isFetching } = useListRows();
  const controls = useControlColumns();
  const colOf = ({ id }: ControlColumn) => (
    <col key={id} style={{ width: controlWidth }} />
  );
  const { cells, total, minWidth, isNarrow, scrolls } = useTableFit(
    useColumnCells(),
    controls.length * controlWidth,
  );
  const rowHeight = rowHeightOf(cells, standardDensity(useRole()));
  const frame = useRef<HTMLDivElement>(null);
  useChangeMarks(rows, frame);
  return (
    <div
      ref={frame}
      style={heightStyle(rowHeight)}
      className={classes(
        styles.frame,
        (!hasPhotos(cells) || rowHeight < photoRow) && styles.low,
        isNarrow && styles.narrow,
        scrolls && styles.scrolls,
        scrolls && minWidth > widestPlain && styles.wide,
      )}
    >
      <table
        className={styles.table}
        aria-label={labels.title}
        aria-busy={isFetching}
        style={{ minWidth }}
      >
        <colgroup>
          {controls.filter(isBeforeCells).map(colOf)}
          {cells.map(({ column, width }) => (
            <col
              key={column.id}
              style={{ width: `${((100 * width) / total).toFixed(2)}%` }}
            />
          ))}
          {controls.filter(isAfterCells).map(colOf)}
        </colgroup>
        <TableHead cells={cells} />
        {rows ? (
          <Body rows={rows} cells={cells} rowHeight={rowHeight} />
        ) : (
          <SkeletonRows cells={cells} />
        )}
      </table>
    </div>
  );
}

const heightStyle = (
  rowHeight: number,
): CSSProperties & Record<`--${string}`, string> => ({
  "--row-height": `${rowHeight}px`,
  ...(rowHeight < photoRow && { "--row-photo": "52px" }),
});

type BodyProps = {
  rows: RowRecord[];
  cells: readonly ColumnCell[];
  rowHeight: number;
};

function Body({ rows, cells, rowHeight }: BodyProps) {
  const { state } = useListQuery();
  const { isOutdated } = useListRows();
  const controls = useControlColumns();
  const drawn = useRowsInSteps(rows.length, {
    query: isOutdated ? null : state,
    rowHeight,
    opensWhole: true,
  });
  const keys = useRowKeys(drawn);
  return (
    <tbody {...keys.body} className={classes(isOutdated && styles.outdated)}>
      {rows.slice(0, drawn).map((record, index) => (
        <TableRow
          key={record.id}
          record={record}
          cells={cells}
          controls={controls}
          isTabStop={index === keys.index}
          index={index}
          onFocus={keys.onRowFocus}
        />
      ))}
      {drawn < rows.length && (
        <tr aria-hidden style={{ height: (rows.length - drawn) * rowHeight }} />
      )}
    </tbody>
  );
}

type TableRowProps = {
  record: RowRecord;
  cells: readonly ColumnCell[];
  controls: readonly ControlColumn[];
  isTabStop: boolean;
  index: number;
  onFocus: (index: number) => void;
};

/** A row of the table. It does not render when only its neighbours change. */
const TableRow = memo(function TableRow(props: TableRowProps) {
  const { record, cells, controls, isTabStop, index, onFocus } = props;
  const tabIndex = isTabStop ? 0 : -1;
  const { target, isVisited, isMine } = useRowLink(record, tabIndex);
  // Arrow keys move between links; rows without them are reached by their controls.
  const controlTabIndex = target ? tabIndex : 0;
  const isOpen = useIsOpen(record.id);
  const controlOf = ({ id, Control }: ControlColumn) => (
    <td key={id} className={classes(styles.cell, styles.control)}>
      <Control record={record} tabIndex={controlTabIndex} />
    </td>
  );
  const row = (
    <tr
      className={classes(
        styles.row,
        isVisited && styles.visited,
        isMine && styles.mine,
        record.isUnconfirmed && styles.unconfirmed,
      )}
      data-row-id={record.id}
      onFocus={() => {
        onFocus(index);
      }}
    >
      {controls.filter(isBeforeCells).map(controlOf)}
      <RowTabIndexProvider value={tabIndex}>
        {cells.map((cell) => (
          <td
            key={cell.column.id}
            data-field={cell.column.id}
            className={classes(
              styles.cell,
              cell.frameClass,
              cell.column.align === "end" && styles.end,
            )}
          >
            <RowLinkProvider value={cell.isFirst ? target : null}>
              <RowCell cell={cell} record={record} />
            </RowLinkProvider>
          </td>
        ))}
      </RowTabIndexProvider>
      {controls.filter(isAfterCells).map(controlOf)}
    </tr>
  );
  if (!isOpen) return row;
  return (
    <>
      {row}
      <tr>
        <td colSpan={cells.length + controls.length} className={styles.panel}>
          <OpenRowPanel record={record} />
        </td>
      </tr>
    </>
  );
});
