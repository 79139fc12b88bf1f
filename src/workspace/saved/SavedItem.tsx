import { useLocaleState } from "ra-core";
import { useState } from "react";
import { savedParams } from "../../../domain/listing/savedSearch";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import { formatMoment } from "../formatMoment";
import { useListing, useListQuery } from "../listing/ListingContext";
import type { SavedSearch } from "./calls";
import { GoneParts } from "./GoneParts";
import { RenameField } from "./RenameField";
import { useOpenSearch } from "./useOpenSearch";
import { useStillThere } from "./useStillThere";
import { useSummary, useSummaryLine } from "./useSummary";
import styles from "./Saved.module.css";

type SavedItemProps = {
  search: SavedSearch;
  onChosen: () => void;
  onDelete: () => void;
};

/** One saved search: what it finds, what of it is gone, what to do with it. */
export function SavedItem({ search, onChosen, onDelete }: SavedItemProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const { resource, labels } = useListing();
  const query = useListQuery();
  const open = useOpenSearch();
  const [naming, setNaming] = useState<"before" | "now" | "after">("before");
  const still = useStillThere(search);
  const summary = useSummary()(still.state, search.names);
  const line = useSummaryLine()(summary);
  const isCurrent =
    still.gone.length === 0 &&
    still.params === savedParams(resource, query.state);
  const { title, createdAt } = search;
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
              open(title, still);
              onChosen();
            }}
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
      {still.gone.length > 0 && <GoneParts search={search} still={still} />}
    </li>
  );
}
