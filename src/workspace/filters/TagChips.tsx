import { useState } from "react";
import { shownTags } from "../../../domain/limits";
import { filterId, type Filter } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { classes } from "../../ui/classes";
import { controlFor } from "../controls/controlFor";
import { useDraft, useListing } from "../listing/ListingContext";
import { useFilterTexts } from "../listing/useFilterTexts";
import styles from "./TagChips.module.css";

/** The values of filters as removable tags, the first five unless expanded. */
export function TagChips({
  filters,
  className,
}: {
  filters: readonly Filter[];
  className?: string;
}) {
  const draft = useDraft();
  const t = useT();
  const [isAll, setIsAll] = useState(false);
  const tags = useTags(filters);
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

/** The number of active filters without the tab, which is cleared by another click. */
export function useActiveFilterCount(): number {
  const { resource } = useListing();
  const { filters, search } = useDraft().choice;
  const active = Object.keys(filters).filter(
    (id) => id !== resource.tabs?.filter,
  );
  return active.length + (search ? 1 : 0);
}

type Tag = { key: string; text: string; remove: () => void };

/**
 * One tag for each selected value of the filters, and for the search. Filters with a
 * row of chips have no tags, because the chips show the selection.
 */
function useTags(shown: readonly Filter[]): Tag[] {
  const { row, labels } = useListing();
  const draft = useDraft();
  const textsOf = useFilterTexts();
  const { filters, search } = draft.choice;

  const tagsOf = (filter: Filter): Tag[] => {
    const id = filterId(filter);
    const value = filters[id];
    const field = row.properties[filter.field];
    if (!value || !field || controlFor(field, filter).place === "row")
      return [];
    return textsOf(filter, value).map(({ key, text, valueWithout }) => ({
      key,
      text,
      remove: () => {
        draft.choose(id, valueWithout, 0);
      },
    }));
  };
  const tags = shown.flatMap(tagsOf);
  if (search)
    tags.push({
      key: "search",
      text: `${labels.parameter(search.parameter)} ${search.text}`,
      remove: () => {
        draft.search(null, 0);
      },
    });
  return tags;
}
