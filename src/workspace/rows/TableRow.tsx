import { memo, useMemo } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { RowLinkProvider } from "../cells/RowLink";
import { RowCell } from "./RowCell";
import type { ColumnCell } from "./useColumnCells";
import styles from "./SimpleTable.module.css";

/**
 * One row of the lean table. It renders again when its record has changed or
 * the focus comes to it, not with its neighbours.
 */
export const TableRow = memo(function TableRow({
  record,
  cells,
  href,
  isVisited,
  isMine,
  isActive,
  index,
  onOpen,
  onFocus,
}: {
  record: RowRecord;
  cells: readonly ColumnCell[];
  href: string | null;
  isVisited: boolean;
  isMine: boolean;
  /** It is the one that takes part in tabbing. */
  isActive: boolean;
  index: number;
  onOpen: (id: string) => void;
  onFocus: (index: number) => void;
}) {
  const { id } = record;
  const link = useMemo(
    () =>
      href === null
        ? null
        : {
            href,
            onOpen: () => {
              onOpen(id);
            },
            tabIndex: isActive ? 0 : -1,
          },
    [href, id, onOpen, isActive],
  );
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
            <RowLinkProvider value={link}>
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
