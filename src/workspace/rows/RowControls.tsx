import { useTranslate } from "ra-core";
import {
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ComponentType,
} from "react";
import { textSection } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { preferTexts, useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { IconButton } from "../../ui/IconButton";
import { Skeleton } from "../../ui/Skeleton";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { classes } from "../../ui/classes";
import { preloadable } from "../../ui/preloadable";
import { useListing, useListRows } from "../listing/ListingContext";
import {
  useListActions,
  toggled,
  toggledRange,
  withoutRows,
  withRows,
} from "../listing/listActions";
import { useRowTitle } from "../listing/rowTitle";
import { useMeets } from "../listing/useMeets";
import { panelOf } from "../registry/areas";
import styles from "./RowControls.module.css";

const [RowPanel] = preloadable(() => import("./RowPanel"));

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
  const { selection, shown } = useListActions();
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
              ? toggledRange(present, record, shown.get())
              : toggled(present, record),
          );
        }}
      />
    </label>
  );
}

/** Selects all rows of the page, or none of them. */
function PageCheckbox({ tabIndex }: { tabIndex?: number }) {
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

const panelId = (id: string) => `row-panel-${id}`;

/** Returns whether the row is open; renders only when that changes. */
export function useIsOpen(id: string): boolean {
  const { hasRowPanel, openRows } = useListActions();
  const isOpen = useSyncExternalStore(openRows.subscribe, () =>
    openRows.get().has(id),
  );
  return hasRowPanel && isOpen;
}

/** Opens and closes a row. */
function useToggle(id: string): () => void {
  const { openRows } = useListActions();
  return () => {
    const next = new Set(openRows.get());
    if (!next.delete(id)) next.add(id);
    openRows.set(next);
  };
}

/** Opens and closes the panel of a row. A mark shows that a closed one has news. */
export function RowPanelButton({
  record,
  tabIndex,
}: {
  record: RowRecord;
  tabIndex?: number;
}) {
  const { id, row } = record;
  const { resource, row: schema } = useListing();
  const isOpen = useIsOpen(id);
  const onToggle = useToggle(id);
  const translate = preferTexts(textSection(schema, row), useTranslate());
  const title = useRowTitle()(record);
  const panel = panelOf(resource);
  const { panelMark: mark } = resource;
  const meets = useMeets();
  const isMarked = !isOpen && mark !== undefined && meets(mark, row);
  if (!isOpen && panel?.isFor?.(row, serverNow()) === false) return null;
  const label = isMarked ? panel?.markedLabel : panel?.label;
  return (
    <IconButton
      icon={panel?.icon ?? (isOpen ? "chevronDown" : "chevronRight")}
      label={translate(label ?? "list.panel.toggle", { row: title })}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId(id) : undefined}
      tabIndex={tabIndex}
      className={classes(
        panel && isOpen && styles.open,
        isMarked && styles.marked,
      )}
      onClick={onToggle}
    />
  );
}

/** The panel of a row, loaded when the first row is opened. */
export function OpenRowPanel({ record }: { record: RowRecord }) {
  const onClose = useToggle(record.id);
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <RowPanel id={panelId(record.id)} record={record} onClose={onClose} />
    </Suspense>
  );
}

/** A column of tables for the controls of rows. Declared columns cannot have its id. */
export type ControlColumn = {
  id: "#panel" | "#select" | "#menu";
  title: string;
  Control: ComponentType<{ record: RowRecord; tabIndex?: number }>;
};

/** Returns the columns for the controls that the rows of the list have. */
export function useControlColumns(): readonly ControlColumn[] {
  const { isSelectable, hasRowMenu, hasRowPanel } = useListActions();
  const t = useT();
  return useMemo(() => {
    const columns: (ControlColumn & { isShown: boolean })[] = [
      {
        id: "#panel",
        title: t("list.panel.column"),
        Control: RowPanelButton,
        isShown: hasRowPanel,
      },
      {
        id: "#select",
        title: t("actions.selectColumn"),
        Control: RowCheckbox,
        isShown: isSelectable,
      },
      {
        id: "#menu",
        title: t("actions.title"),
        Control: RowMenuButton,
        isShown: hasRowMenu,
      },
    ];
    return columns.filter(({ isShown }) => isShown);
  }, [hasRowPanel, isSelectable, hasRowMenu, t]);
}

/** The heading of a column of controls. */
export const ControlHeading = ({
  column: { id, title },
  tabIndex,
}: {
  column: ControlColumn;
  tabIndex?: number;
}) =>
  id === "#select" ? (
    <PageCheckbox tabIndex={tabIndex} />
  ) : (
    <VisuallyHidden>{title}</VisuallyHidden>
  );
