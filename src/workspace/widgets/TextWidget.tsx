import { fieldType } from "../../../domain/resource";
import { Field } from "../../ui/Field";
import type { WidgetProps } from "../registry/widgets";

/** One line of text, or a whole number. */
export function TextWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const isNumber = ["integer", "number"].includes(fieldType(field));
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      value={value === null ? "" : String(value)}
      inputMode={isNumber ? "numeric" : undefined}
      maxLength={field.maxLength}
      required={props.isRequired}
      disabled={props.isDisabled}
      onBlur={onBlur}
      onChange={(event) => {
        const text = event.target.value;
        const digits = text.replace(/\D/g, "");
        if (!isNumber) onChange(text === "" ? null : text);
        else onChange(digits === "" ? null : Number(digits));
      }}
    />
  );
}
