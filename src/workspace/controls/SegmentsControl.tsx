import { formatNumber } from "../../../domain/money";
import { allValue, filterId } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Segmented } from "../../ui/Segmented";
import { useListFacets } from "../listing/ListingContext";
import { useOptionLabel } from "../listing/useFilterTexts";
import type { ControlProps } from "../registry/areaModule";
import styles from "./controls.module.css";

/** The few choices of a filter side by side, with All for no choice. */
export function SegmentsControl({
  filter,
  field,
  label,
  value,
  onChange,
}: ControlProps) {
  const facets = useListFacets();
  const labelOf = useOptionLabel();
  const t = useT();
  const choices = (field.enum ?? [])
    .filter((choice) => choice !== null)
    .map(String)
    .filter((choice) => !filter.except?.includes(choice));
  const chosen = value?.kind === "choices" ? value.values[0] : undefined;
  return (
    <Segmented
      label={label}
      value={chosen ?? allValue}
      segments={[
        { value: allValue, content: t("list.tabs.all") },
        ...choices.map((choice) => {
          const count = facets.countOf(filterId(filter), choice);
          return {
            value: choice,
            content: (
              <span>
                {labelOf(filter, choice)}
                {count !== undefined && (
                  <span className={styles.segmentCount}>
                    {formatNumber(count)}
                  </span>
                )}
              </span>
            ),
          };
        }),
      ]}
      onChange={(choice) => {
        onChange(
          choice === allValue
            ? undefined
            : { kind: "choices", values: [choice] },
        );
      }}
    />
  );
}
