import { useState, type SyntheticEvent } from "react";
import { filterId } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useDraft, useListFacets, useListing } from "../listing/ListingContext";
import { FilterControls } from "./FilterControls";
import { QuickSearch } from "./QuickSearch";
import { ShowButton } from "./ShowButton";
import { TagChips } from "./TagChips";
import { usePanelFilters } from "./usePanelFilters";
import styles from "./FilterPanel.module.css";

/** The filters above the list, with a button that shows the number of results. */
export function FilterPanel() {
  const { resource } = useListing();
  const { choice, apply } = useDraft();
  const { requestAllFacets } = useListFacets();
  const t = useT();
  const { main, extra } = usePanelFilters();
  const hasExtra = extra.some((filter) => choice.filters[filterId(filter)]);
  const [isOpen, setIsOpen] = useState(hasExtra);
  // Clearing the last extra filter must not remove a control that is in use.
  if (hasExtra && !isOpen) setIsOpen(true);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    apply();
  };
  return (
    <form
      className={styles.panel}
      role="search"
      aria-label={t("list.filters")}
      onSubmit={submit}
    >
      <FilterControls filters={main} place="row" />
      <div className={styles.grid}>
        <FilterControls filters={main} place="grid" />
        {extra.length > 0 && (
          <Button
            className={styles.more}
            isWide
            aria-expanded={isOpen}
            disabled={hasExtra}
            onClick={() => {
              requestAllFacets();
              setIsOpen(!isOpen);
            }}
          >
            {t("list.moreFilters")}
            <Icon name={isOpen ? "minus" : "plus"} size={16} />
          </Button>
        )}
        {resource.search && <QuickSearch />}
        <ShowButton />
        {isOpen && <FilterControls filters={extra} place="grid" />}
      </div>
      <TagChips className={styles.foot} />
    </form>
  );
}
