import { useLocaleState, useNotify } from "ra-core";
import { useState } from "react";
import { savedParams } from "../../../domain/listing/savedSearch";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import { formatMoment } from "../formatMoment";
import { useListing, useListQuery } from "../listing/ListingContext";
import { NotifyOption } from "./NotifyOption";
import { DroppedCriteria, useReconciledSearch } from "./DroppedCriteria";
import { RenameField } from "./RenameField";
import type { SavedSearch } from "./useSavedSearches";
import { useSummary, useSummaryLine } from "./useSummary";
import styles from "./Saved.module.css";

type SavedItemProps = {
  search: SavedSearch;
  onChosen: () => void;
  onDelete: () => void;
};

/** Long enough to read which criteria were dropped. */
const noticeMs = 12_000;

/** A saved search with its summary, dropped criteria and buttons. */
export function SavedItem({ search, onChosen, onDelete }: SavedItemProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const { resource, labels } = useListing();
  const query = useListQuery();
  const notify = useNotify();
  const [naming, setNaming] = useState<"before" | "now" | "after">("before");
  const reconciled = useReconciledSearch(search);
  const { state, dropped } = reconciled;
  const summary = useSummary()(state, search.names);
  const line = useSummaryLine()(summary);
  const isCurrent =
    dropped.length === 0 &&
    reconciled.params === savedParams(resource, query.state);
  const { title, createdAt } = search;
  const open = () => {
    query.change({ ...state, page: 1, pageSize: query.state.pageSize });
    if (dropped.length > 0)
      notify(t("saved.opened", { title, parts: dropped.join(", ") }), {
        type: "warning",
        autoHideDuration: noticeMs,
      });
    onChosen();
  };
  return (
    <li className={classes(styles.item, isCurrent && styles.current)}>
      {naming === "now" ? (
        <RenameField
          search={search}
          onEnd={() => {
            setNaming("after");
          }}
        />
      ) : (
        <div className={styles.head}>
          <button
            type="button"
            className={styles.choose}
            aria-current={isCurrent ? "true" : undefined}
            onClick={open}
          >
            <span className={styles.title}>{title}</span>
            <span className={styles.summary}>
              {line === "" ? labels.title : line}
            </span>
            {createdAt && (
              <span className={styles.created}>
                {t("saved.created", { date: formatMoment(createdAt, locale) })}
              </span>
            )}
          </button>
          <IconButton
            icon="edit"
            label={t("saved.rename", { title })}
            autoFocus={naming === "after"}
            onClick={() => {
              setNaming("now");
            }}
          />
          <IconButton
            icon="trash"
            label={t("saved.delete", { title })}
            onClick={onDelete}
          />
        </div>
      )}
      {search.notify !== undefined && <NotifyOption search={search} />}
      {dropped.length > 0 && (
        <DroppedCriteria search={search} reconciled={reconciled} />
      )}
    </li>
  );
}
