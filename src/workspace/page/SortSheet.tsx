import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { withSort } from "../listing/changes";
import { ExportButtons } from "./ExportButtons";
import { useListing, useListQuery } from "../listing/ListingContext";
import { sortKey, useSorts } from "../listing/useSorts";
import styles from "./SortMenu.module.css";

/** On a phone: the order of the rows, chosen in a sheet. */
export function SortSheet() {
  const { labels } = useListing();
  const t = useT();
  const sorts = useSorts();
  const [isOpen, setIsOpen] = useState(false);
  const { state, change } = useListQuery();
  const close = () => {
    setIsOpen(false);
  };
  return (
    <>
      <Button
        kind="ghost"
        aria-haspopup="dialog"
        aria-label={`${t("list.sort.title")}: ${labels.sort(state.sort)}`}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <Icon name="sort" size={16} />
        {labels.sort(state.sort)}
      </Button>
      {isOpen && (
        <Dialog title={t("list.sort.title")} onClose={close}>
          <div className={styles.choices}>
            {sorts.map(({ key, sort, label }) => (
              <button
                key={key}
                type="button"
                className={styles.choice}
                aria-pressed={key === sortKey(state.sort)}
                onClick={() => {
                  change(withSort(state, sort));
                  close();
                }}
              >
                {label}
                {key === sortKey(state.sort) && <Icon name="check" />}
              </button>
            ))}
          </div>
          <div className={styles.export}>
            <ExportButtons />
          </div>
        </Dialog>
      )}
    </>
  );
}
