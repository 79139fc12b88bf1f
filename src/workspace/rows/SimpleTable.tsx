import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { RowLinkProvider } from "../cells/RowLink";
import { useListing } from "../list/ListingContext";
import { cellFor } from "../registry/cells";
import { SkeletonRows } from "./SkeletonRows";
import { TableHead } from "./TableHead";
import { tableWidths } from "./tableWidths";
import { useRowKeys } from "./useRowKeys";
import { isMine, useRowLinks } from "./useRowLinks";
import styles from "./SimpleTable.module.css";

/** The lean table: one row a line of two, the whole row its link. */
export function SimpleTable({ rows }: { rows: RowRecord[] | undefined }) {
  const { resource, row: schema, labels, data } = useListing();
  const { target, isVisited } = useRowLinks();
  const keys = useRowKeys(rows?.length ?? 0);
  const widths = tableWidths(schema, resource.columns);
  return (
    <div className={styles.frame}>
      <table
        className={classes(styles.table, data.isOutdated && styles.outdated)}
        aria-label={labels.title}
        aria-busy={data.isFetching}
        style={{ minWidth: widths.least }}
      >
        <colgroup>
          {resource.columns.map(({ id }, index) => (
            <col key={id} style={{ width: widths.shares[index] }} />
          ))}
        </colgroup>
        <TableHead />
        {rows ? (
          <tbody {...keys.body}>
            {rows.map((record, index) => (
              <tr
                key={record.id}
                className={classes(
                  styles.row,
                  isVisited(record) && styles.visited,
                  isMine(record) && styles.mine,
                )}
                onFocus={() => {
                  keys.onRowFocus(index);
                }}
              >
                {resource.columns.map((column, place) => {
                  const { Cell } = cellFor(schema, column);
                  const link = place === 0 ? target(record) : null;
                  const tabIndex = index === keys.index ? 0 : -1;
                  return (
                    <td
                      key={column.id}
                      className={classes(
                        styles.cell,
                        column.align === "end" && styles.end,
                      )}
                    >
                      <RowLinkProvider value={link && { ...link, tabIndex }}>
                        <Cell
                          row={record.row}
                          schema={schema}
                          fields={column.fields}
                        />
                      </RowLinkProvider>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ) : (
          <SkeletonRows />
        )}
      </table>
    </div>
  );
}
