import { memo } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { RowLinkProvider } from "../cells/RowLink";
import { useListing, useListRows } from "../listing/ListingContext";
import { useMedia } from "../listing/useMedia";
import { RowCell, useColumnCells, type ColumnCell } from "./columns";
import { SkeletonRows, TableHead } from "./TableHead";
import { useRowKeys } from "./useRowKeys";
import { useRowLinks, useRowTarget } from "./useRowLinks";
import styles from "./SimpleTable.module.css";

/** Pixels of the screen beside the table: the menu and the page's edges. */
const widthBeside = 290;

/** Wider tables scroll in both directions inside their frame. */
const widestPlain = 1400;

/** Columns may shrink to this share of their declared widths. */
const smallestShare = 0.9;

/**
 * The table of clients: two lines a row, and the whole row is a link. Column
 * widths do not depend on the rows. If the columns do not fit, the table
 * scrolls sideways.
 */
export function SimpleTable({ rows }: { rows: RowRecord[] | undefined }) {
  const { labels } = useListing();
  const { isOutdated, isFetching } = useListRows();
  const cells = useColumnCells();
  const total = cells.reduce((sum, { width }) => sum + width, 0);
  const minWidth = Math.round(total * smallestShare);
  const isNarrow = useMedia(`(max-width: ${minWidth + widthBeside}px)`);
  return (
    <div
      className={classes(
        styles.frame,
        isNarrow && styles.narrow,
        isNarrow && minWidth > widestPlain && styles.wide,
      )}
    >
      <table
        className={classes(styles.table, isOutdated && styles.outdated)}
        aria-label={labels.title}
        aria-busy={isFetching}
        style={{ minWidth }}
      >
        <colgroup>
          {cells.map(({ column, width }) => (
            <col
              key={column.id}
              style={{ width: `${((100 * width) / total).toFixed(2)}%` }}
            />
          ))}
        </colgroup>
        <TableHead />
        {rows ? <Body rows={rows} cells={cells} /> : <SkeletonRows />}
      </table>
    </div>
  );
}

function Body({
  rows,
  cells,
}: {
  rows: RowRecord[];
  cells: readonly ColumnCell[];
}) {
  const { hrefOf, visit, isVisited, isMine } = useRowLinks();
  const keys = useRowKeys(rows.length);
  return (
    <tbody {...keys.body}>
      {rows.map((record, index) => (
        <TableRow
          key={record.id}
          record={record}
          cells={cells}
          href={hrefOf(record)}
          isVisited={isVisited(record)}
          isMine={isMine(record)}
          isTabStop={index === keys.index}
          index={index}
          onOpen={visit}
          onFocus={keys.onRowFocus}
        />
      ))}
    </tbody>
  );
}

/** A row of the table. It does not render when only its neighbours change. */
const TableRow = memo(function TableRow({
  record,
  cells,
  href,
  isVisited,
  isMine,
  isTabStop,
  index,
  onOpen,
  onFocus,
}: {
  record: RowRecord;
  cells: readonly ColumnCell[];
  href: string | null;
  isVisited: boolean;
  isMine: boolean;
  isTabStop: boolean;
  index: number;
  onOpen: (id: string) => void;
  onFocus: (index: number) => void;
}) {
  const tabIndex = isTabStop ? 0 : -1;
  const target = useRowTarget({ id: record.id, href, onOpen, tabIndex });
  return (
    <tr
      className={classes(
        styles.row,
        isVisited && styles.visited,
        isMine && styles.mine,
      )}
      onFocus={() => {
        onFocus(index);
      }}
    >
      {cells.map((cell) => (
        <td
          key={cell.column.id}
          className={classes(
            styles.cell,
            cell.column.align === "end" && styles.end,
          )}
        >
          {cell.isFirst ? (
            <RowLinkProvider value={target}>
              <RowCell cell={cell} row={record.row} />
            </RowLinkProvider>
          ) : (
            <RowCell cell={cell} row={record.row} />
          )}
        </td>
      ))}
    </tr>
  );
});
