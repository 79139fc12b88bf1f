import type { RJSFSchema, WidgetProps } from "@rjsf/utils";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";
import styles from "./form.module.css";

type Choice = { value: string; label: string; about?: string };

/** Checkboxes for any number of fixed values, such as roles, each explained. */
export function ChecksWidget({
  id,
  value,
  label,
  options,
  disabled,
  readonly,
  onChange,
}: WidgetProps<Declaration, RJSFSchema, FormContext>) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const choices = options.choices as Choice[];
  return (
    <fieldset className={styles.checks} disabled={disabled || readonly}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.check}>
          <input
            type="checkbox"
            id={`${id}-${choice.value}`}
            checked={chosen.includes(choice.value)}
            onChange={({ target }) => {
              // Values keep the order of the schema, whichever is checked first.
              const next = choices
                .map((other) => other.value)
                .filter((other) =>
                  other === choice.value
                    ? target.checked
                    : chosen.includes(other),
                );
              onChange(next.length > 0 ? next : undefined);
            }}
          />
          <span>
            {choice.label}
            {choice.about && <small>{choice.about}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
