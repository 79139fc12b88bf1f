import { useState, type SyntheticEvent } from "react";
import { filterId } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useMedia } from "../../ui/useMedia";
import { useDraft, useListFacets, useListing } from "../listing/ListingContext";
import { FacetsFailure, FilterControls, ShowButton } from "./FilterControls";
import { QuickSearch } from "./QuickSearch";
import { TagChips } from "./TagChips";
import { useFirstLine, usePanelFilters } from "./usePanelFilters";
import styles from "./FilterPanel.module.css";

/** The narrow screens of `FilterPanel.module.css`. */
const narrowScreen = "(max-width: 1279px)";

/**
 * The filters above the list: one line with the first filters, and a button that opens
 * the others. Chosen values of closed filters are shown as tags.
 */
export function FilterPanel() {
  const { resource } = useListing();
  const { choice, apply } = useDraft();
  const { requestAllFacets } = useListFacets();
  const t = useT();
  const { main, extra } = usePanelFilters();
  const columns = useMedia(narrowScreen) ? 3 : 5;
  const first = useFirstLine(main, columns - (resource.search ? 1 : 0));
  const others = [
    ...main.filter((filter) => !first.includes(filter)),
    ...extra,
  ];
  const chosen = others.filter((filter) => choice.filters[filterId(filter)]);
  const [isOpen, setIsOpen] = useState(false);
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
      <div className={styles.line}>
        <div className={styles.grid}>
          <FilterControls filters={first} place="grid" />
          {resource.search && <QuickSearch />}
        </div>
        {others.length > 0 && (
          <Button
            className={styles.more}
            aria-expanded={isOpen}
            onClick={() => {
              requestAllFacets();
              setIsOpen(!isOpen);
            }}
          >
            {t("list.moreFilters")}
            {chosen.length > 0 && <b>{chosen.length}</b>}
            <Icon name={isOpen ? "minus" : "plus"} size={16} />
          </Button>
        )}
        <ShowButton />
      </div>
      <FacetsFailure />
      {isOpen && (
        <div className={styles.others}>
          <FilterControls filters={others} place="grid" />
        </div>
      )}
      <TagChips className={styles.foot} />
    </form>
  );
}
