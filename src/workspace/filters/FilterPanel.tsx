import { useState, type SyntheticEvent, memo, useMemo } from "react";
import { isOffered } from "../../../domain/listing/offeredFilters";
import { formatNumber } from "../../../domain/money";
import {
  filterId,
  type Filter,
  type RowSchema,
} from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useMedia } from "../../ui/useMedia";
import { controlFor } from "../controls/controlFor";
import { useDraft, useListFacets, useListing } from "../listing/ListingContext";
import type { FilterDraft } from "../listing/useFilterDraft";
import type { ControlDefinition, ControlProps } from "../registry/areaModule";
import { QuickSearch } from "./QuickSearch";
import { TagChips } from "./TagChips";
import styles from "./FilterPanel.module.css";

/** The narrow screens of `FilterPanel.module.css`. */
const narrowScreen = "(max-width: 1279px)";

/**
 * The filters above the list: one line with the first filters, and a button that opens
 * the others. Chosen values of closed filters are shown as tags.
 */
export function FilterPanel() {
  const { resource, row } = useListing();
  const { choice, apply } = useDraft();
  const { requestAllFacets } = useListFacets();
  const t = useT();
  const { main, extra } = usePanelFilters();
  const columns = useMedia(narrowScreen) ? 3 : 5;
  const first = filtersInLine(main, columns - (resource.search ? 1 : 0), row);
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
      <TagChips filters={[...main, ...extra]} className={styles.foot} />
    </form>
  );
}

/** The controls of `filters` that belong to the given place of the panel. */
export function FilterControls({
  filters,
  place,
}: {
  filters: readonly Filter[];
  place: "row" | "bar" | "grid";
}) {
  const { row, labels, isPhone } = useListing();
  const { choice, choose } = useDraft();
  return filters.map((filter) => {
    const field = row.properties[filter.field];
    if (!field) return null;
    const part = controlFor(field, filter);
    if (placeOf(part, isPhone) !== place) return null;
    const id = filterId(filter);
    return (
      <FilterControl
        key={id}
        id={id}
        filter={filter}
        field={field}
        part={part}
        label={labels.filter(filter)}
        value={choice.filters[id]}
        isDisabled={filter.by !== undefined && !choice.filters[filter.by]}
        choose={choose}
      />
    );
  });
}

/** A control that does not render again when another filter changes. */
const FilterControl = memo(function FilterControl({
  id,
  part,
  choose,
  ...rest
}: Omit<ControlProps, "onChange"> & {
  id: string;
  part: ControlDefinition;
  choose: FilterDraft["choose"];
}) {
  const { Control, wait, place } = part;
  return (
    <div className={placeClass(place)}>
      <Control
        {...rest}
        onChange={(value) => {
          choose(id, value, wait);
        }}
      />
    </div>
  );
});

const placeOf = ({ place }: ControlDefinition, isPhone: boolean) => {
  if (place === "row" || (place === "bar" && isPhone)) return place;
  return "grid";
};

const placeClass = (place: ControlDefinition["place"]) =>
  ({ row: styles.row, bar: styles.narrow, 1: styles.narrow, 2: styles.wide })[
    place
  ];

/** Applies the selected filters; its label has the number of results. */
export function ShowButton({ onClick }: { onClick?: () => void }) {
  const { found } = useListFacets();
  const t = useT();
  return (
    <Button
      kind="primary"
      type={onClick ? "button" : "submit"}
      isWide={onClick !== undefined}
      onClick={onClick}
    >
      {found === undefined
        ? t("list.show")
        : t("list.showCount", { count: formatNumber(found) })}
    </Button>
  );
}

/** Says that the numbers beside the filters did not load. */
export function FacetsFailure() {
  const { failure } = useListFacets();
  const t = useT();
  if (!failure) return null;
  return (
    <p className={styles.failure} role="status">
      {t("list.facetsFailed")}
      <Button
        kind="ghost"
        isPending={failure.isRetrying}
        onClick={failure.onRetry}
      >
        {t("shell.retry")}
      </Button>
    </p>
  );
}

/**
 * The filters of the panel, without filters that the chosen values rule out. The filter
 * of the tabs has no control in it.
 */
export function usePanelFilters(): { main: Filter[]; extra: Filter[] } {
  const { resource } = useListing();
  const { filters: chosen } = useDraft().choice;
  return useMemo(() => {
    const filters = resource.filters.filter(
      (filter) =>
        filterId(filter) !== resource.tabs?.filter && isOffered(filter, chosen),
    );
    const ofGroup = (name: Filter["group"]) =>
      filters.filter(({ group = "main" }) => group === name);
    return { main: ofGroup("main"), extra: ofGroup("extra") };
  }, [resource, chosen]);
}

/** Returns the first filters, as many as a line of so many columns has room for. */
function filtersInLine(
  filters: readonly Filter[],
  columns: number,
  row: Pick<RowSchema, "properties">,
): Filter[] {
  let room = columns;
  return filters.filter((filter) => {
    const field = row.properties[filter.field];
    if (!field) return false;
    const { place } = controlFor(field, filter);
    if (place === "row") return true;
    room -= place === 2 ? 2 : 1;
    return room >= 0;
  });
}
