import { memo } from "react";
import { nextSort } from "../../../domain/listing/state";
import type { Column } from "../../../domain/resource";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { useListing, useListQuery } from "../listing/ListingContext";
import { withSort } from "../listing/useListingQuery";
import {
  ControlHeading,
  useControlColumns,
  type ControlColumn,
} from "./RowControls";
import type { ColumnCell } from "./columns";
import styles from "./SimpleTable.module.css";

const ariaSort = { ASC: "ascending", DESC: "descending" } as const;

/** The headings; clicking one sorts up, then down, then not at all. */
export function TableHead({ cells }: { cells: readonly ColumnCell[] }) {
  const controls = useControlColumns();
  const headingOf = (column: ControlColumn) => (
    <th
      key={column.id}
      scope="col"
      className={classes(
        styles.heading,
        column.id === "#select" && styles.control,
      )}
    >
      <ControlHeading column={column} />
    </th>
  );
  return (
    <thead>
      <tr>
        {controls.filter(isBeforeCells).map(headingOf)}
        {cells.map(({ column }) => (
          <Heading key={column.id} column={column} />
        ))}
        {controls.filter(isAfterCells).map(headingOf)}
      </tr>
    </thead>
  );
}

/** The menus of rows are at the end of a table, other controls at its start. */
export const isAfterCells = ({ id }: ControlColumn): boolean => id === "#menu";
export const isBeforeCells = (column: ControlColumn): boolean =>
  !isAfterCells(column);

const Heading = memo(function Heading({ column }: { column: Column }) {
  const { labels } = useListing();
  const { state, change } = useListQuery();
  const { sort, align } = column;
  const label = labels.column(column);
  const isSorted = sort !== undefined && state.sort?.id === sort;
  const order = isSorted ? state.sort?.order : undefined;
  return (
    <th
      scope="col"
      className={classes(styles.heading, align === "end" && styles.end)}
      aria-sort={order && ariaSort[order]}
    >
      {sort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={classes(styles.sort, isSorted && styles.sorted)}
          onClick={() => {
            change((latest) => withSort(latest, nextSort(latest.sort, sort)));
          }}
        >
          {label}
          <Icon
            name={order === "DESC" ? "arrowDown" : "arrowUp"}
            size={14}
            className={styles.arrow}
          />
        </button>
      )}
    </th>
  );
});

/** More rows than this would be below the fold. */
const maxSkeletonRows = 20;

/** Placeholders of the size of the rows that are loading. */
export function SkeletonRows({ cells }: { cells: readonly ColumnCell[] }) {
  const { state } = useListQuery();
  const controls = useControlColumns();
  const emptyCell = ({ id }: ControlColumn) => (
    <td key={id} className={styles.cell} />
  );
  const count = Math.min(state.pageSize, maxSkeletonRows);
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <tr key={index} className={styles.row}>
          {controls.filter(isBeforeCells).map(emptyCell)}
          {cells.map(({ column: { id }, photos }) => (
            <td key={id} className={styles.cell}>
              {photos ? (
                <Skeleton width={88} height={66} />
              ) : (
                <Skeleton width="70%" />
              )}
            </td>
          ))}
          {controls.filter(isAfterCells).map(emptyCell)}
        </tr>
      ))}
    </tbody>
  );
}
