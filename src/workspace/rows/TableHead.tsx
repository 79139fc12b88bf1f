import { memo } from "react";
import { nextSort } from "../../../domain/listing/page";
import type { Column } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import { withSort } from "../listing/changes";
import {
  useListActions,
  useListing,
  useListQuery,
} from "../listing/ListingContext";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { PageCheckbox } from "./RowControls";
import type { ColumnCell } from "./columns";
import styles from "./SimpleTable.module.css";

const ariaSort = { ASC: "ascending", DESC: "descending" } as const;

/** The headings; clicking one sorts up, then down, then not at all. */
export function TableHead({ cells }: { cells: readonly ColumnCell[] }) {
  const { isSelectable, hasRowMenu, hasRowPanel } = useListActions();
  const t = useT();
  return (
    <thead>
      <tr>
        {hasRowPanel && (
          <th scope="col" className={styles.heading}>
            <VisuallyHidden>{t("list.panel.column")}</VisuallyHidden>
          </th>
        )}
        {isSelectable && (
          <th scope="col" className={classes(styles.heading, styles.control)}>
            <PageCheckbox />
          </th>
        )}
        {cells.map(({ column }) => (
          <Heading key={column.id} column={column} />
        ))}
        {hasRowMenu && (
          <th scope="col" className={styles.heading}>
            <VisuallyHidden>{t("actions.title")}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

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
            change(withSort(state, nextSort(state.sort, sort)));
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
  const { isSelectable, hasRowMenu, hasRowPanel } = useListActions();
  const count = Math.min(state.pageSize, maxSkeletonRows);
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <tr key={index} className={styles.row}>
          {hasRowPanel && <td className={styles.cell} />}
          {isSelectable && <td className={styles.cell} />}
          {cells.map(({ column: { id }, photos }) => (
            <td key={id} className={styles.cell}>
              {photos ? (
                <Skeleton width={88} height={66} />
              ) : (
                <Skeleton width="70%" />
              )}
            </td>
          ))}
          {hasRowMenu && <td className={styles.cell} />}
        </tr>
      ))}
    </tbody>
  );
}
