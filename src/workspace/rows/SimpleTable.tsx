import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { useListing, useListRows } from "../listing/ListingContext";
import { useMedia } from "../listing/useMedia";
import { SkeletonRows } from "./SkeletonRows";
import { TableHead } from "./TableHead";
import { TableRow } from "./TableRow";
import { besideTable, tableWidths, widestPlain } from "./tableWidths";
import { useColumnCells, type ColumnCell } from "./useColumnCells";
import { useRowKeys } from "./useRowKeys";
import { useRowLinks } from "./useRowLinks";
import styles from "./SimpleTable.module.css";

/**
 * The lean table: one row a line of two, the whole row its link. Where its
 * columns have no room it scrolls sideways in its frame, the first one staying.
 */
export function SimpleTable({ rows }: { rows: RowRecord[] | undefined }) {
  const { resource, labels } = useListing();
  const { isOutdated, isFetching } = useListRows();
  const cells = useColumnCells();
  const { shares, least } = tableWidths(cells);
  const isNarrow = useMedia(`(max-width: ${least + besideTable}px)`);
  return (
    <div
      className={classes(
        styles.frame,
        isNarrow && styles.narrow,
        isNarrow && least > widestPlain && styles.wide,
      )}
    >
      <table
        className={classes(styles.table, isOutdated && styles.outdated)}
        aria-label={labels.title}
        aria-busy={isFetching}
        style={{ minWidth: least }}
      >
        <colgroup>
          {resource.columns.map(({ id }, index) => (
            <col key={id} style={{ width: shares[index] }} />
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
          isActive={index === keys.index}
          index={index}
          onOpen={visit}
          onFocus={keys.onRowFocus}
        />
      ))}
    </tbody>
  );
}
