import { Field } from "../../ui/Field";
import type { WidgetProps } from "../registry/widgets";

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
