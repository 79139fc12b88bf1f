import { useId } from "react";
import { filterId } from "../../../domain/resource";
import type { NumberRange } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { useListFacets } from "../listing/ListingContext";
import type { ControlProps } from "../registry/controls";
import { numberText } from "../numberText";
import { useTextTools } from "../useFieldText";
import { NumberInput } from "./NumberInput";
import { useOrdered } from "./useOrdered";
import styles from "./controls.module.css";

/** Two numbers, from and to, in steps; one of them may be left open. */
export function RangeControl(props: ControlProps) {
  const { filter, field, label, value, onChange } = props;
  const facets = useListFacets();
  const t = useT();
  const id = useId();
  const { from, to, isWrong, change } = useOrdered<number>(
    value?.kind === "range" ? value : { from: null, to: null },
    (ends) => {
      const isOpen = ends.from === null && ends.to === null;
      onChange(isOpen ? undefined : { kind: "range", ...ends });
    },
  );
  const facet = facets.of(filterId(filter));
  const bounds = isRange(facet) ? facet : undefined;
  const hasUnit = field["x-unit"] !== undefined;
  const { locale } = useTextTools();
  const written = (number: number) => numberText(number, { locale, hasUnit });
  const ends = {
    field,
    isGrouped: hasUnit,
    isWrong,
    step: filter.step ?? bounds?.step ?? 1,
  };
  return (
    <div
      className={classes(styles.box, styles.range, isWrong && styles.wrong)}
      role="group"
      aria-labelledby={id}
      title={isWrong ? t("list.range.wrong") : spanOf(bounds, written)}
    >
      <span id={id} className={styles.name}>
        {label}
      </span>
      <NumberInput
        {...ends}
        label={t("list.range.fromLabel", { field: label })}
        placeholder={t("list.range.from")}
        start={bounds?.min ?? field.minimum ?? 0}
        value={from}
        onChange={(number) => {
          change({ from: number, to });
        }}
      />
      <span aria-hidden="true">–</span>
      <NumberInput
        {...ends}
        label={t("list.range.toLabel", { field: label })}
        placeholder={t("list.range.to")}
        start={bounds?.max ?? field.maximum ?? 0}
        value={to}
        onChange={(number) => {
          change({ from, to: number });
        }}
      />
    </div>
  );
}

const isRange = (facet: unknown): facet is NumberRange =>
  typeof facet === "object" && facet !== null && "step" in facet;

/** How far the values go, as a hint. */
function spanOf(
  bounds: NumberRange | undefined,
  write: (number: number) => string,
) {
  if (bounds?.min == null || bounds.max == null) return undefined;
  return `${write(bounds.min)} – ${write(bounds.max)}`;
}
