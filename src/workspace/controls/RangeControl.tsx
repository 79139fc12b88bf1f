import { useId } from "react";
import { filterId, type Field } from "../../../domain/resource";
import type { NumberRange } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { useNumberInput } from "../../ui/useNumberInput";
import { useTextTools } from "../fieldText";
import { useListFacets } from "../listing/ListingContext";
import { isRange } from "../listing/useFacets";
import { numberInputOptions, numberText } from "../numberText";
import type { ControlProps } from "../registry/areaModule";
import { useRangeDraft } from "./inputDrafts";
import styles from "./controls.module.css";

/** A range of numbers; either bound may be empty. */
export function RangeControl(props: ControlProps) {
  const { filter, field, label, value, onChange } = props;
  const facets = useListFacets();
  const t = useT();
  const id = useId();
  const { from, to, isWrong, change } = useRangeDraft<number>(
    value?.kind === "range" ? value : { from: null, to: null },
    (range) => {
      const isEmpty = range.from === null && range.to === null;
      onChange(isEmpty ? undefined : { kind: "range", ...range });
    },
  );
  const facet = facets.of(filterId(filter));
  const bounds = isRange(facet) ? facet : undefined;
  const hasUnit = field["x-unit"] !== undefined;
  const { locale } = useTextTools();
  const written = (number: number) => numberText(number, { locale, hasUnit });
  const shared = {
    field,
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
        {...shared}
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
        {...shared}
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

/** More decimals than these are floating-point noise. */
const maxDecimals = 6;

type NumberInputProps = {
  field: Field;
  label: string;
  value: number | null;
  placeholder: string;
  /** The amount that an arrow key adds. */
  step: number;
  /** The value that an arrow key enters into an empty input. */
  start: number;
  isWrong: boolean;
  onChange: (value: number | null) => void;
};

/** A number input of a filter. Arrow keys change the number by `step`. */
function NumberInput(props: NumberInputProps) {
  const { field, label, value, placeholder, isWrong, onChange } = props;
  const { locale } = useTextTools();
  const input = useNumberInput({
    ...numberInputOptions(field, locale),
    value,
    onChange,
    onStep: (direction) => {
      const next =
        value === null
          ? props.start
          : Number((value + direction * props.step).toFixed(maxDecimals));
      const { minimum = Math.min(0, next), maximum = next } = field;
      onChange(Math.min(Math.max(next, minimum), maximum));
    },
  });
  return (
    <input
      {...input}
      className={classes(styles.input, styles.number)}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      placeholder={placeholder}
    />
  );
}

/** Returns the lowest and highest value of the list, as a tooltip. */
function spanOf(
  bounds: NumberRange | undefined,
  write: (number: number) => string,
) {
  if (bounds?.min == null || bounds.max == null) return undefined;
  return `${write(bounds.min)} – ${write(bounds.max)}`;
}
