import { Labelled, Field } from "../../ui/Field";
import { classes } from "../../ui/classes";
import type { WidgetProps } from "../registry/areaModule";
import styles from "./widgets.module.css";

/** A text input. */
export function TextWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      value={typeof value === "string" ? value : ""}
      maxLength={field.maxLength}
      required={props.isRequired}
      disabled={props.isDisabled}
      readOnly={props.isReadOnly}
      onBlur={onBlur}
      onChange={(event) => {
        const text = event.target.value;
        onChange(text === "" ? null : text);
      }}
    />
  );
}

/** A text area. */
export function AreaWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(attributes) => (
        <textarea
          {...attributes}
          className={classes(
            styles.control,
            styles.area,
            error && styles.wrong,
          )}
          rows={3}
          maxLength={field.maxLength}
          value={typeof value === "string" ? value : ""}
          required={props.isRequired}
          disabled={props.isDisabled}
          readOnly={props.isReadOnly}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event.target.value || null);
          }}
        />
      )}
    </Labelled>
  );
}
