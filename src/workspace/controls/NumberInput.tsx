import type { KeyboardEvent } from "react";
import { formatNumber } from "../../../domain/money";
import { classes } from "../../ui/classes";
import { useTyped } from "./useTyped";
import styles from "./controls.module.css";

/** More digits than this are no mileage, engine or price. */
const mostDigits = 9;

const digitsOf = (text: string) => text.replace(/\D/g, "").slice(0, mostDigits);

/**
 * One whole number; empty is none. Thousands are set apart as one types, the
 * arrow keys go by steps.
 */
export function NumberInput({
  label,
  value,
  placeholder,
  step,
  start,
  isGrouped,
  isWrong,
  onChange,
}: {
  label: string;
  value: number | null;
  placeholder: string;
  step: number;
  /** Where the arrow keys begin in an empty field. */
  start: number;
  isGrouped: boolean;
  isWrong: boolean;
  onChange: (value: number | null) => void;
}) {
  const written = value === null ? "" : String(value);
  const [digits, type] = useTyped(written);
  const change = (next: string) => {
    const number = next === "" ? null : Number(next);
    type(next, number === null ? "" : String(number));
    onChange(number);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = value === null ? start : value + direction * step;
    change(digitsOf(String(Math.max(0, next))));
  };
  return (
    <input
      className={classes(styles.input, styles.number)}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder}
      value={isGrouped && digits ? formatNumber(Number(digits)) : digits}
      onChange={(event) => {
        change(digitsOf(event.target.value));
      }}
      onKeyDown={onKeyDown}
    />
  );
}
