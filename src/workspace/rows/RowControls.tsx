import { useEffect, useRef, useSyncExternalStore } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { useListActions, useListRows } from "../listing/ListingContext";
import {
  toggled,
  toggledRange,
  withoutRows,
  withRows,
} from "../listing/selection";
import { useRowTitle } from "./useRowTitle";
import styles from "./RowControls.module.css";

/** Returns whether the row is selected; renders only when that changes. */
function useIsSelected(id: string): boolean {
  const { selection } = useListActions();
  return useSyncExternalStore(selection.subscribe, () =>
    selection.get().rows.has(id),
  );
}

/** Selects the row; with Shift all rows since the last clicked row. */
export function RowCheckbox({
  record,
  tabIndex,
}: {
  record: RowRecord;
  tabIndex?: number;
}) {
  const { selection } = useListActions();
  const { rows = [] } = useListRows();
  const isSelected = useIsSelected(record.id);
  const t = useT();
  const title = useRowTitle()(record);
  const hasShift = useRef(false);
  return (
    <label
      className={styles.choice}
      // Otherwise Shift also selects the text between the two rows.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onClickCapture={(event) => {
        hasShift.current = event.shiftKey;
      }}
    >
      <input
        type="checkbox"
        tabIndex={tabIndex}
        checked={isSelected}
        aria-label={t("actions.select", { row: title })}
        onChange={() => {
          const present = selection.get();
          selection.set(
            hasShift.current
              ? toggledRange(present, record, rows)
              : toggled(present, record),
          );
        }}
      />
    </label>
  );
}

/** Selects all rows of the page, or none of them. */
export function PageCheckbox({ tabIndex }: { tabIndex?: number }) {
  const { selection } = useListActions();
  const { rows = [] } = useListRows();
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const count = useSyncExternalStore(
    selection.subscribe,
    () => rows.filter(({ id }) => selection.get().rows.has(id)).length,
  );
  const isAll = rows.length > 0 && count === rows.length;
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <label className={styles.choice}>
      <input
        ref={input}
        type="checkbox"
        tabIndex={tabIndex}
        checked={isAll}
        aria-label={t("actions.selectPage")}
        onChange={() => {
          const present = selection.get();
          selection.set(
            isAll ? withoutRows(present, rows) : withRows(present, rows),
          );
        }}
      />
    </label>
  );
}

/** Opens the menu of the row's actions. */
export function RowMenuButton({
  record,
  tabIndex,
}: {
  record: RowRecord;
  tabIndex?: number;
}) {
  const { request } = useListActions();
  const t = useT();
  const title = useRowTitle()(record);
  return (
    <IconButton
      icon="more"
      label={t("actions.menu", { row: title })}
      aria-haspopup="dialog"
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => {
        request.set({ kind: "menu", record, anchor: currentTarget });
      }}
    />
  );
}
