import { useEffect, useState } from "react";
import { isDay } from "../../../domain/japanTime";
import { debounce } from "../../../domain/limits";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { useTyped } from "./useTyped";
import styles from "./controls.module.css";

/** Digits as they are typed, with the dashes of YYYY-MM-DD set by itself. */
export function dashed(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    .filter((part) => part !== "")
    .join("-");
}

/**
 * One day as YYYY-MM-DD, with the browser's own calendar while it has the
 * focus. What is no day is marked after a moment and changes nothing.
 */
export function DateInput({
  label,
  value,
  isWrong,
  onChange,
}: {
  label: string;
  value: string | null;
  isWrong: boolean;
  onChange: (day: string | null) => void;
}) {
  const t = useT();
  const [text, type] = useTyped(value ?? "");
  const [isFocused, setIsFocused] = useState(false);
  const isInvalid = useLate(text !== "" && !isDay(text));
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
          const next = dashed(event.target.value);
          const day = isDay(next) ? next : null;
          const isAnswer = day !== null || next === "";
          type(next, isAnswer ? next : (value ?? ""));
          if (isAnswer) onChange(day);
        }}
      />
    </div>
  );
}

/** True once it has been so for the waiting time of a date. */
function useLate(isNow: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setIsLate(isNow);
      },
      isNow ? debounce.date : 0,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isNow]);
  return isLate && isNow;
}
