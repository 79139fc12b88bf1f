import { useState } from "react";
import { shownTags } from "../../../domain/limits";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { useDraft } from "../listing/ListingContext";
import { useActiveFilterCount, useTags } from "./usePanelFilters";
import styles from "./TagChips.module.css";

/** The active filters as removable tags, the first five unless expanded. */
export function TagChips({ className }: { className?: string }) {
  const draft = useDraft();
  const t = useT();
  const [isAll, setIsAll] = useState(false);
  const tags = useTags();
  const hidden = tags.length - shownTags;
  const count = useActiveFilterCount();
  if (count === 0) return null;
  return (
    <div className={className}>
      <ul className={styles.tags} aria-label={t("list.chosen")}>
        {tags.slice(0, isAll ? undefined : shownTags).map((tag) => (
          <li key={tag.key}>
            <button
              type="button"
              className={styles.tag}
              aria-label={t("list.remove", { name: tag.text })}
              onClick={tag.remove}
            >
              <span className={styles.text}>{tag.text}</span>
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <Button
              kind="ghost"
              className={styles.small}
              aria-expanded={isAll}
              onClick={() => {
                setIsAll(!isAll);
              }}
            >
              {isAll
                ? t("list.fewerTags")
                : t("list.moreTags", { smart_count: hidden })}
            </Button>
          </li>
        )}
      </ul>
      <Button
        kind="ghost"
        className={classes(styles.small, styles.clear)}
        onClick={draft.clear}
      >
        {t("list.clear")}
      </Button>
    </div>
  );
}
