import { useId } from "react";
import { Note } from "../../ui/Field";
import type { WidgetProps } from "../registry/areaModule";
import { enumOptions } from "./ChoiceWidget";
import { entriesOf } from "./ListWidget";
import styles from "./widgets.module.css";

/** A checkbox. */
export function CheckWidget(props: WidgetProps) {
  const { label, value, onChange, onBlur, error, hint } = props;
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={value === true}
          required={props.isRequired}
          disabled={props.isDisabled}
          aria-disabled={props.isReadOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        <span>{label}</span>
      </label>
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}

/**
 * A checkbox for each option of the call, or else of the schema, under the
 * headings of their sections.
 */
export function ChecksWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const id = useId();
  const selected = entriesOf(value);
  const options = props.options ?? enumOptions(field.items?.enum);
  const sections = new Set(options.map(({ section }) => section));
  const toggle = (changed: string, isChecked: boolean) => {
    const next = options
      .map((option) => option.value)
      .filter((known) =>
        known === changed ? isChecked : selected.includes(known),
      );
    onChange(next.length > 0 ? next : null);
  };
  return (
    <fieldset
      className={styles.list}
      disabled={props.isDisabled}
      aria-describedby={`${id}-note`}
    >
      <legend className={styles.label}>{label}</legend>
      {[...sections].map((section) => {
        const own = options.filter((option) => option.section === section);
        const checks = (
          <div className={styles.checks}>
            {own.map((option) => (
              <label key={option.value} className={styles.check}>
                <input
                  type="checkbox"
                  aria-disabled={props.isReadOnly}
                  checked={selected.includes(option.value)}
                  onBlur={onBlur}
                  onChange={(event) => {
                    toggle(option.value, event.target.checked);
                  }}
                />
                <span>{option.label}</span>
              </label>
            ))}
          </div>
        );
        return section === undefined ? (
          <div key="">{checks}</div>
        ) : (
          <fieldset key={section} className={styles.list}>
            <legend className={styles.section}>{section}</legend>
            {checks}
          </fieldset>
        );
      })}
      <Note id={`${id}-note`} error={error} hint={hint} />
    </fieldset>
  );
}
