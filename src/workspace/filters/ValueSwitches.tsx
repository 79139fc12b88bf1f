import { formatNumber } from "../../../domain/money";
import { filterId, type Filter } from "../../../domain/resource";
import { useDraft, useListFacets, useListing } from "../listing/ListingContext";
import { useOptionLabel } from "../listing/useFilterTexts";
import styles from "./ValueSwitches.module.css";

/**
 * A switch for each value that the filters name in `switches`, with the number of its
 * rows. It sets the filter to this value alone, or clears it.
 */
export function ValueSwitches() {
  const { resource, labels } = useListing();
  return resource.filters.map((filter) =>
    filter.switches?.map((value) => (
      <ValueSwitch
        key={`${filterId(filter)} ${value}`}
        filter={filter}
        label={labels.filter(filter)}
        value={value}
      />
    )),
  );
}

function ValueSwitch({
  filter,
  label,
  value,
}: {
  filter: Filter;
  label: string;
  value: string;
}) {
  const { choice, choose } = useDraft();
  const facets = useListFacets();
  const labelOf = useOptionLabel();
  const id = filterId(filter);
  const chosen = choice.filters[id];
  const isOn =
    chosen?.kind === "choices" &&
    chosen.values.length === 1 &&
    chosen.values[0] === value;
  // A value without rows is not among the options.
  const count = facets.countOf(id, value) ?? (facets.of(id) && 0);
  return (
    <button
      type="button"
      className={styles.switch}
      title={label}
      aria-pressed={isOn}
      onClick={() => {
        choose(id, isOn ? undefined : { kind: "choices", values: [value] }, 0);
      }}
    >
      {labelOf(filter, value)}{" "}
      {count !== undefined && (
        <span className={styles.count}>{formatNumber(count)}</span>
      )}
    </button>
  );
}
