import { useId } from "react";
import { readableKey } from "../../ui/readableKey";
import type { WidgetOption, WidgetProps } from "../registry/widgets";
import { listOf } from "./listOf";
import { Note } from "./Note";
import styles from "./widgets.module.css";

/** Some of several choices: those of the call, else the schema's. */
export function ChecksWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const id = useId();
  const chosen = listOf(value);
  const options: readonly WidgetOption[] =
    props.options ??
    (field.items?.enum ?? []).flatMap((one) =>
      one === null
        ? []
        : [{ value: String(one), label: readableKey(String(one)) }],
    );
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
            checked={chosen.includes(option.value)}
            onBlur={onBlur}
            onChange={(event) => {
              const isWanted = (one: string) =>
                one === option.value
                  ? event.target.checked
                  : chosen.includes(one);
              const next = options.map((one) => one.value).filter(isWanted);
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
