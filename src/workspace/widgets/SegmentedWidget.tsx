import { useId } from "react";
import { Note } from "../../ui/Field";
import { classes } from "../../ui/classes";
import type { WidgetProps } from "../registry/areaModule";
import segments from "../../ui/Segments.module.css";
import styles from "./widgets.module.css";

/** A few short options side by side, of which one is chosen. */
export function SegmentedWidget(props: WidgetProps) {
  const { label, value, onChange, onBlur, error, hint, options = [] } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === String(value));
  return (
    <fieldset
      className={styles.list}
      disabled={props.isDisabled}
      aria-describedby={`${id}-note`}
    >
      <legend className={styles.label}>{label}</legend>
      <div className={classes(segments.segments, styles.segments)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(segments.segment, styles.segment)}
          >
            <input
              type="radio"
              aria-disabled={props.isReadOnly}
              className={styles.radio}
              name={id}
              checked={option === chosen}
              required={props.isRequired}
              aria-invalid={error ? true : undefined}
              onBlur={onBlur}
              onChange={() => {
                onChange(option.value);
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
      <Note
        id={`${id}-note`}
        error={error}
        hint={chosen?.description ?? hint}
      />
    </fieldset>
  );
}
