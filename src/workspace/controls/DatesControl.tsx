import { useEffect, useState } from "react";
import { isDay } from "../../../domain/japanTime";
import { useT } from "../../providers/i18n/useT";
import { DateInput } from "../../ui/DateInput";
import { classes } from "../../ui/classes";
import type { ControlProps } from "../registry/areaModule";
import { useInputDraft, useRangeDraft } from "./inputDrafts";
import styles from "./controls.module.css";

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
