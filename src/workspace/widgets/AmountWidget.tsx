import { formatNumber, parseAmount } from "../../../domain/money";
import { Field } from "../../ui/Field";
import type { WidgetProps } from "../registry/widgets";

/** An amount in yen, its thousands set apart as it is typed; 0 is empty. */
export function AmountWidget(props: WidgetProps) {
  const { label, value, onChange, onBlur, error, hint } = props;
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      value={typeof value === "number" ? formatNumber(value) : ""}
      inputMode="numeric"
      autoComplete="off"
      required={props.isRequired}
      disabled={props.isDisabled}
      onBlur={onBlur}
      onChange={(event) => {
        onChange(parseAmount(event.target.value));
      }}
      end={<span aria-hidden="true">¥&nbsp;</span>}
    />
  );
}
