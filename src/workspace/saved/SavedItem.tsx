import { useLocaleState } from "ra-core";
import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import { formatMoment } from "../formatMoment";
import { useListing } from "../listing/ListingContext";
import { NotifyOption } from "./NotifyOption";
import { DroppedCriteria, useReconciled } from "./DroppedCriteria";
import { RenameField } from "./RenameField";
import { useIsShown, useOpenSearch } from "./useOpenedView";
import type { SavedSearch } from "./useSavedSearches";
import { useSummary, useSummaryLine } from "./useSummary";
import { ViewOptions } from "./ViewOptions";
import styles from "./Saved.module.css";

type SavedItemProps = {
  search: SavedSearch;
  onChosen: () => void;
  onDelete: () => void;
};

/** A saved search with its summary, dropped criteria and buttons. */
export function SavedItem({ search, onChosen, onDelete }: SavedItemProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const { resource, labels } = useListing();
  const [naming, setNaming] = useState<"before" | "now" | "after">("before");
  const reconciled = useReconciled()(search);
  const { state, dropped } = reconciled;
  const summary = useSummary()(state, search.names);
  const line = useSummaryLine()(summary);
  const isCurrent = useIsShown()(search);
  const open = useOpenSearch();
  const { title, createdAt, owner } = search;
  const isOwn = owner === undefined;
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
            onClick={() => {
              open(search);
              onChosen();
            }}
          >
            <span className={styles.title}>{title}</span>
            <span className={styles.summary}>
              {line === "" ? labels.title : line}
            </span>
            {isOwn && createdAt && (
              <span className={styles.created}>
                {t("saved.created", { date: formatMoment(createdAt, locale) })}
              </span>
            )}
            {!isOwn && (
              <span className={styles.created}>
                {t("savedViews.sharedBy", { owner })}
              </span>
            )}
          </button>
          {isOwn && (
            <>
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
            </>
          )}
        </div>
      )}
      {search.notify !== undefined && <NotifyOption search={search} />}
      {search.isDefault !== undefined && (
        <ViewOptions
          search={search}
          canShare={isOwn && resource.savedViews?.share !== undefined}
        />
      )}
      {isOwn && dropped.length > 0 && (
        <DroppedCriteria search={search} reconciled={reconciled} />
      )}
    </li>
  );
}
