import { useId } from "react";
import { Note } from "../../ui/Field";
import type { WidgetProps } from "../registry/widgets";
import { enumOptions } from "./ChoiceWidget";
import { entriesOf } from "./ListWidget";
import styles from "./widgets.module.css";

/** A checkbox for each option of the call, or else of the schema. */
export function ChecksWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const id = useId();
  const selected = entriesOf(value);
  const options = props.options ?? enumOptions(field.items?.enum);
  return (
    <fieldset
      className={styles.list}
      disabled={props.isDisabled}
      aria-describedby={`${id}-note`}
    >
      <legend className={styles.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.check}>
          <input
            type="checkbox"
            checked={selected.includes(option.value)}
            onBlur={onBlur}
            onChange={(event) => {
              const next = options
                .map((known) => known.value)
                .filter((known) =>
                  known === option.value
                    ? event.target.checked
                    : selected.includes(known),
                );
              onChange(next.length > 0 ? next : null);
            }}
          />
          <span>{option.label}</span>
        </label>
      ))}
      <Note id={`${id}-note`} error={error} hint={hint} />
    </fieldset>
  );
}
