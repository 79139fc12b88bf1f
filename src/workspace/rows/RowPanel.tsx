import { lazy, Suspense, useSyncExternalStore } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { Skeleton } from "../../ui/Skeleton";
import { useListActions, useListing } from "../listing/ListingContext";
import { Slot } from "../Slot";
import { useRowTitle } from "./useRowTitle";
import styles from "./RowPanel.module.css";

const RowHistory = lazy(() => import("../history/RowHistory"));

const panelId = (id: string) => `row-panel-${id}`;

/** Returns whether the row is open; renders only when that changes. */
export function useIsOpen(id: string): boolean {
  const { hasRowPanel, openRows } = useListActions();
  const isOpen = useSyncExternalStore(openRows.subscribe, () =>
    openRows.get().has(id),
  );
  return hasRowPanel && isOpen;
}

/** Opens and closes the panel of a row. */
export function RowPanelButton({
  record,
  tabIndex,
}: {
  record: RowRecord;
  tabIndex?: number;
}) {
  const { id } = record;
  const { openRows } = useListActions();
  const isOpen = useIsOpen(id);
  const t = useT();
  const title = useRowTitle()(record);
  return (
    <IconButton
      icon={isOpen ? "chevronDown" : "chevronRight"}
      label={t("list.panel.toggle", { row: title })}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId(id) : undefined}
      tabIndex={tabIndex}
      onClick={() => {
        const next = new Set(openRows.get());
        if (!next.delete(id)) next.add(id);
        openRows.set(next);
      }}
    />
  );
}

/** The content of an open row: its history if declared, and the areas' parts. */
export function RowPanel({ record }: { record: RowRecord }) {
  const { resource, row: schema } = useListing();
  const t = useT();
  const title = useRowTitle()(record);
  return (
    <section
      id={panelId(record.id)}
      className={styles.panel}
      aria-label={t("list.panel.toggle", { row: title })}
    >
      <Slot name="rowPanel" with={{ resource, record }} />
      {resource.rowPanel === "history" && (
        <div>
          <h3 className={styles.heading}>{t("row.history.title")}</h3>
          <Suspense fallback={<Skeleton height={44} />}>
            <RowHistory resource={resource} schema={schema} id={record.id} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
