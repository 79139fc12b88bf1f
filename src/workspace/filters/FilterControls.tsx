import { memo } from "react";
import { filterId, type Filter } from "../../../domain/resource";
import { useDraft, useListing, useListFacets } from "../listing/ListingContext";
import type { FilterDraft } from "../listing/useFilterDraft";
import {
  controlFor,
  type ControlDefinition,
  type ControlProps,
} from "../registry/controls";
import styles from "./FilterPanel.module.css";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";

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
        onClick={failure.retry}
      >
        {t("shell.retry")}
      </Button>
    </p>
  );
}
