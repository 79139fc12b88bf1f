import { useId } from "react";
import { readableKey } from "../../ui/readable";
import { classes } from "../../ui/classes";
import type { WidgetOption, WidgetProps } from "../registry/widgets";
import { Note } from "./Note";
import styles from "./widgets.module.css";

/** A select with the options of the call, or else of the schema. */
export function ChoiceWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error } = props;
  const id = useId();
  const options: readonly WidgetOption[] =
    props.options ??
    (field.enum ?? [])
      .filter((known) => known !== null)
      .map((known) => ({
        value: String(known),
        label: readableKey(String(known)),
      }));
  /** Options of the schema keep the type of their enum value. */
  const typed = (text: string) =>
    props.options
      ? text
      : (field.enum?.find((known) => String(known) === text) ?? text);
  const chosen = options.find((option) => option.value === String(value));
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classes(styles.control, error && styles.wrong)}
        value={chosen?.value ?? ""}
        required={props.isRequired}
        disabled={props.isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        onBlur={onBlur}
        onChange={(event) => {
          onChange(
            event.target.value === "" ? null : typed(event.target.value),
          );
        }}
      >
        <option value="" hidden={props.isRequired}>
          {props.placeholder}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Note
        id={`${id}-note`}
        error={error}
        hint={chosen?.description ?? props.hint}
      />
    </div>
  );
}
