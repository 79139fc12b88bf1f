import { useState } from "react";
import type { ChosenSort } from "../../../domain/listing/state";
import { useT } from "../../providers/i18n/useT";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { SheetButton } from "../../ui/SheetButton";
import { useListing, useListQuery } from "../listing/ListingContext";
import { withSort } from "../listing/useListingQuery";
import { ExportButtons } from "./ExportButtons";
import styles from "./SortMenu.module.css";

const keyOf = (sort: ChosenSort | null) =>
  sort ? `${sort.id} ${sort.order}` : "";

/** Returns the default order and each sort in both directions. */
function useSorts() {
  const { resource, labels } = useListing();
  const sorts = resource.sorts.flatMap(({ id }): ChosenSort[] => [
    { id, order: "ASC" },
    { id, order: "DESC" },
  ]);
  return [null, ...sorts].map((sort) => ({
    key: keyOf(sort),
    sort,
    label: labels.sort(sort),
  }));
}

/** The order of the rows as a select, for larger screens. */
export function SortMenu() {
  const { state, change } = useListQuery();
  const t = useT();
  const sorts = useSorts();
  return (
    <label className={styles.menu}>
      <Icon name="sort" size={16} />
      <select
        className={styles.select}
        aria-label={t("list.sort.title")}
        value={keyOf(state.sort)}
        onChange={(event) => {
          const chosen = sorts.find(({ key }) => key === event.target.value);
          change((latest) => withSort(latest, chosen?.sort ?? null));
        }}
      >
        {sorts.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The order of the rows and the export in a sheet, for phones. */
export function SortSheet() {
  const { labels } = useListing();
  const { state } = useListQuery();
  const t = useT();
  const label = labels.sort(state.sort);
  return (
    <SheetButton
      kind="ghost"
      className={styles.sheetButton}
      aria-label={`${t("list.sort.title")}: ${label}`}
      dialog={(onClose) => <Sheet onClose={onClose} />}
    >
      <Icon name="sort" size={16} />
      <span className={styles.chosen}>{label}</span>
    </SheetButton>
  );
}

function Sheet({ onClose }: { onClose: () => void }) {
  const { state, change } = useListQuery();
  const t = useT();
  const sorts = useSorts();
  const [exportError, setExportError] = useState<unknown>();
  return (
    <Dialog title={t("list.sort.title")} onClose={onClose}>
      <div className={styles.choices}>
        {sorts.map(({ key, sort, label }) => (
          <button
            key={key}
            type="button"
            className={styles.choice}
            aria-pressed={key === keyOf(state.sort)}
            onClick={() => {
              change((latest) => withSort(latest, sort));
              onClose();
            }}
          >
            {label}
            {key === keyOf(state.sort) && <Icon name="check" />}
          </button>
        ))}
      </div>
      <div className={styles.export}>
        <ExportButtons onErrorChange={setExportError} />
      </div>
      {exportError !== undefined && <ErrorNotice error={exportError} />}
    </Dialog>
  );
}
