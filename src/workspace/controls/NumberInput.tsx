import type { KeyboardEvent } from "react";
import type { Field } from "../../../domain/resource";
import { classes } from "../../ui/classes";
import { useTextTools } from "../useFieldText";
import {
  numberOf,
  shapeOf,
  shownNumber,
  stepped,
  typedNumber,
} from "./typedNumber";
import { useTyped } from "./useTyped";
import styles from "./controls.module.css";

/**
 * One number, whole or with a fraction as the field has it; empty is none.
 * Thousands are set apart as one types, the arrow keys go by steps.
 */
export function NumberInput({
  field,
  label,
  value,
  placeholder,
  step,
  start,
  isGrouped,
  isWrong,
  onChange,
}: {
  field: Field;
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
  const { locale } = useTextTools();
  const shape = shapeOf(field);
  const [typed, type] = useTyped(value === null ? "" : String(value));
  const change = (next: string) => {
    const number = numberOf(next);
    type(next, number === null ? "" : String(number));
    if (number !== value) onChange(number);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = value === null ? start : stepped(value, direction * step);
    const { minimum = Math.min(0, next), maximum = next } = field;
    const within = Math.min(Math.max(next, minimum), maximum);
    change(typedNumber(String(within), shape));
  };
  return (
    <input
      className={classes(styles.input, styles.number)}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      inputMode={shape.decimals > 0 ? "decimal" : "numeric"}
      autoComplete="off"
      placeholder={placeholder}
      value={shownNumber(typed, { locale, isGrouped })}
      onChange={(event) => {
        change(typedNumber(event.target.value, shape));
      }}
      onKeyDown={onKeyDown}
    />
  );
}
