import { useEffect, useState } from "react";
import { isDay } from "../../../domain/japanTime";
import { debounce } from "../../../domain/limits";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import type { ControlProps } from "../registry/controls";
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
      <DateInput
        label={t("list.range.fromLabel", { field: label })}
        value={from}
        isWrong={isWrong}
        onChange={(day) => {
          change({ from: day, to });
        }}
      />
      <DateInput
        label={t("list.range.toLabel", { field: label })}
        value={to}
        isWrong={isWrong}
        onChange={(day) => {
          change({ from, to: day });
        }}
      />
    </div>
  );
}

type DateInputProps = {
  label: string;
  value: string | null;
  isWrong: boolean;
  onChange: (day: string | null) => void;
};

/**
 * A day as YYYY-MM-DD, with the browser's calendar while the input has the
 * focus. Invalid text changes nothing and is marked after 700 ms.
 */
function DateInput({ label, value, isWrong, onChange }: DateInputProps) {
  const t = useT();
  const [text, setText] = useInputDraft(value ?? "");
  const [isFocused, setIsFocused] = useState(false);
  const isInvalid = useDelayed(text !== "" && !isDay(text));
  return (
    <div
      className={classes(styles.box, (isWrong || isInvalid) && styles.wrong)}
    >
      <input
        className={styles.input}
        type={isFocused ? "date" : "text"}
        aria-label={label}
        aria-invalid={isWrong || isInvalid || undefined}
        title={isInvalid ? t("list.date.invalid") : undefined}
        placeholder={label}
        autoComplete="off"
        value={text}
        onFocus={() => {
          setIsFocused(true);
        }}
        onBlur={() => {
          setIsFocused(false);
        }}
        onChange={(event) => {
          const next = withDashes(event.target.value);
          const day = isDay(next) ? next : null;
          const isComplete = day !== null || next === "";
          setText(next, isComplete ? next : (value ?? ""));
          if (isComplete) onChange(day);
        }}
      />
    </div>
  );
}

/** Returns the digits of a text with the dashes of YYYY-MM-DD. */
export function withDashes(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    .filter((part) => part !== "")
    .join("-");
}

/** Returns true when `isInvalid` has been true for the delay of a date input. */
function useDelayed(isInvalid: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setIsDue(isInvalid);
      },
      isInvalid ? debounce.date : 0,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isInvalid]);
  return isDue && isInvalid;
}
