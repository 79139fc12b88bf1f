import type { RJSFSchema, WidgetProps } from "@rjsf/utils";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";

import styles from "./form.module.css";

type Choice = { value: string; label: string };

/** Any number of words of a closed list, such as the roles. */
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
              // In the order of the list, whatever the order of the clicks.
              const next = choices
                .map((one) => one.value)
                .filter((one) =>
                  one === choice.value ? target.checked : chosen.includes(one),
                );
              onChange(next.length > 0 ? next : undefined);
            }}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
