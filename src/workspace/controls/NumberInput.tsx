import type { Field } from "../../../domain/resource";
import { classes } from "../../ui/classes";
import { useNumberInput } from "../../ui/useNumberInput";
import { numberInputOptions } from "../numberText";
import { useTextTools } from "../useFieldText";
import styles from "./controls.module.css";

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
export function NumberInput({
  field,
  label,
  value,
  placeholder,
  step,
  start,
  isWrong,
  onChange,
}: NumberInputProps) {
  const { locale } = useTextTools();
  const input = useNumberInput({
    ...numberInputOptions(field, locale),
    value,
    onChange,
    onStep: (direction) => {
      const next =
        value === null
          ? start
          : Number((value + direction * step).toFixed(maxDecimals));
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
