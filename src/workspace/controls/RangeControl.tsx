import { useId, useEffect, useState } from "react";
import { isDay } from "../../../domain/japanTime";
import { filterId, type Field } from "../../../domain/resource";
import type { NumberRange } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { DateInput } from "../../ui/DateInput";
import { classes } from "../../ui/classes";
import { useNumberInput } from "../../ui/useNumberInput";
import { useTextTools } from "../fieldText";
import { useListFacets } from "../listing/ListingContext";
import { isRange } from "../listing/useFacets";
import { numberInputOptions, numberText } from "../numberText";
import type { ControlProps } from "../registry/areaModule";
import { useRangeDraft, useInputDraft } from "./inputDrafts";
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

/** A range of days; either bound may be empty. */
export function DatesControl({ label, value, onChange }: ControlProps) {
  const t = useT();
  const { from, to, isWrong, change } = useRangeDraft<string>(
    value?.kind === "dates" ? value : { from: null, to: null },
    (range) => {
      onChange(
        range.from || range.to ? { kind: "dates", ...range } : undefined,
      );
    },
  );
  return (
    <div className={styles.pair} role="group" aria-label={label}>
      <Bound
        label={t("list.range.fromLabel", { field: label })}
        value={from}
        max={to}
        isWrong={isWrong}
        onChange={(day) => {
          change({ from: day, to });
        }}
      />
      <Bound
        label={t("list.range.toLabel", { field: label })}
        value={to}
        min={from}
        isWrong={isWrong}
        onChange={(day) => {
          change({ from, to: day });
        }}
      />
    </div>
  );
}

type BoundProps = {
  label: string;
  value: string | null;
  min?: string | null;
  max?: string | null;
  isWrong: boolean;
  onChange: (day: string | null) => void;
};

/** One day of the range. Unfinished text changes nothing, and is marked after a pause. */
function Bound({ label, value, min, max, isWrong, onChange }: BoundProps) {
  const t = useT();
  const [text, setText] = useInputDraft(value ?? "");
  const isInvalid = useDelayed(text !== "" && !isDay(text));
  return (
    <div
      className={classes(
        styles.box,
        styles.date,
        (isWrong || isInvalid) && styles.wrong,
      )}
    >
      <DateInput
        className={styles.input}
        label={label}
        isIso
        aria-label={label}
        aria-invalid={isWrong || isInvalid || undefined}
        title={isInvalid ? t("list.date.invalid") : undefined}
        placeholder={label}
        value={text}
        min={min}
        max={max}
        onChange={(next) => {
          const isComplete = next === null || isDay(next);
          setText(next ?? "", isComplete ? (next ?? "") : (value ?? ""));
          if (isComplete) onChange(next);
        }}
      />
    </div>
  );
}

/** Somebody who pauses for longer has finished the day, in milliseconds. */
const longestTypingMs = 700;

/** Returns true when `isInvalid` has been true for `longestTypingMs`. */
function useDelayed(isInvalid: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setIsDue(isInvalid);
      },
      isInvalid ? longestTypingMs : 0,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isInvalid]);
  return isDue && isInvalid;
}
