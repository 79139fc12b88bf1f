import { useDataProvider, useNotify } from "ra-core";
import { useState } from "react";
import { mostSelectedRows } from "../../../domain/limits";
import { pageSizesOf } from "../../../domain/listing/state";
import { formatNumber } from "../../../domain/money";
import { listParams, type RowRecord } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { IconButton } from "../../ui/IconButton";
import { SheetButton } from "../../ui/SheetButton";
import {
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import {
  noSelection,
  useListActions,
  withoutRows,
  withRows,
} from "../listing/listActions";
import { useRowTitle } from "../listing/rowTitle";
import { ActionPanel, type ActionPanelProps } from "./ActionPanel";
import styles from "./Actions.module.css";

/** The number of selected rows and the actions for them. */
export function SelectionBar({ bodies, records, onStart }: ActionPanelProps) {
  const { isPhone } = useListing();
  const { selection } = useListActions();
  const t = useT();
  return (
    <section
      className={styles.bar}
      data-selection-bar
      aria-label={t("actions.title")}
    >
      <span role="status" className={styles.count}>
        {t("actions.selected", { smart_count: records.length })}
      </span>
      <SelectAll />
      {isPhone ? (
        <SheetButton
          kind="primary"
          dialog={(onClose) => (
            <ActionSheet
              {...{ bodies, records, onClose }}
              onStart={(action, values) => {
                onClose();
                onStart(action, values);
              }}
            />
          )}
        >
          {t("actions.title")}
        </SheetButton>
      ) : (
        <ActionPanel bodies={bodies} records={records} onStart={onStart} />
      )}
      <IconButton
        icon="close"
        label={t("actions.clear")}
        onClick={() => {
          selection.set(noSelection);
        }}
      />
    </section>
  );
}

/** Selects all rows that match the filters, up to the largest number. */
function SelectAll() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { total = -1 } = useListRows();
  const { selection } = useListActions();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const t = useT();
  const [isLoading, setLoading] = useState(false);
  const { rows: selected } = selection.get();
  const limits = (resource.actions ?? []).flatMap(({ on, mostRows }) =>
    on.includes("selection") ? (mostRows ?? mostSelectedRows) : [],
  );
  const wanted = Math.min(total, ...limits);
  if (total <= selected.size || wanted <= selected.size) return null;
  const selectAll = async () => {
    setLoading(true);
    const before = selection.get();
    const pageSize = Math.max(...pageSizesOf(resource));
    try {
      const found: RowRecord[] = [];
      for (let page = 1; found.length < wanted; page += 1) {
        const { data } = await dataProvider.getList<RowRecord>(resource.name, {
          ...listParams({ ...state, page, pageSize }, false),
        });
        if (data.length === 0) break;
        found.push(...data);
      }
      // A selection that was changed in the meantime is kept.
      const added = found.slice(0, wanted);
      // In the order of the list, in which cells can be pasted.
      if (selection.get() === before)
        selection.set(withRows(withoutRows(before, added), added));
    } catch (error) {
      notify(errorText(error, t), { type: "error" });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button kind="ghost" isPending={isLoading} onClick={() => void selectAll()}>
      {wanted < total
        ? t("actions.selectFirst", {
            count: formatNumber(wanted),
            total: formatNumber(total),
          })
        : t("actions.selectAll", { count: formatNumber(total) })}
    </Button>
  );
}

/** The actions for the selected rows on a phone. */
function ActionSheet({
  bodies,
  records,
  onStart,
  onClose,
}: ActionPanelProps & { onClose: () => void }) {
  const t = useT();
  const rowTitle = useRowTitle();
  const [first] = records;
  const title =
    records.length === 1 && first
      ? rowTitle(first)
      : t("actions.selected", { smart_count: records.length });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.menu}>
        <ActionPanel bodies={bodies} records={records} onStart={onStart} />
      </div>
    </Dialog>
  );
}
