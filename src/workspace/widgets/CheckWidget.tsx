import { useId } from "react";
import { Note } from "../../ui/Field";
import type { WidgetProps } from "../registry/widgets";
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
