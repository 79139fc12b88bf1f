import { useId } from "react";
import { classes } from "../../ui/classes";
import type { WidgetProps } from "../registry/widgets";
import { Note } from "./Note";
import styles from "./widgets.module.css";

/** A text area. */
export function AreaWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={classes(styles.control, styles.area, error && styles.wrong)}
        rows={3}
        maxLength={field.maxLength}
        value={typeof value === "string" ? value : ""}
        required={props.isRequired}
        disabled={props.isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        onBlur={onBlur}
        onChange={(event) => {
          onChange(event.target.value === "" ? null : event.target.value);
        }}
      />
      <Note id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}
