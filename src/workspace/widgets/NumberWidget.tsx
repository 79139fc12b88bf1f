import { useLocaleState, useTranslate } from "ra-core";
import { Field } from "../../ui/Field";
import { useNumberInput } from "../../ui/useNumberInput";
import { maxDigits, numberInputOptions } from "../numberText";
import type { WidgetProps } from "../registry/areaModule";

/** A number input with the unit of its field at the end. */
export function NumberWidget(props: WidgetProps) {
  const [locale] = useLocaleState();
  const translate = useTranslate();
  const { value, onChange, field } = props;
  const unit = field["x-unit"];
  const input = useNumberInput({
    ...numberInputOptions(field, locale),
    value: typeof value === "number" ? value : null,
    onChange,
  });
  const label = unit && translate(`list.export.units.${unit}`, { _: unit });
  return <NumberField {...props} input={input} unit={label} />;
}

/** An input for an amount in yen; 0 counts as empty. */
export function AmountWidget(props: WidgetProps) {
  const { value, onChange } = props;
  const input = useNumberInput({
    maxDigits,
    value: typeof value === "number" ? value : null,
    onChange: (amount) => {
      onChange(amount === 0 ? null : amount);
    },
  });
  return <NumberField {...props} input={input} unit="¥" />;
}

function NumberField({
  input,
  unit,
  label,
  error,
  hint,
  onBlur,
  isRequired,
  isDisabled,
  isReadOnly,
}: WidgetProps & {
  input: ReturnType<typeof useNumberInput>;
  unit: string | undefined;
}) {
  return (
    <Field
      {...input}
      label={label}
      error={error}
      hint={hint}
      required={isRequired}
      disabled={isDisabled}
      readOnly={isReadOnly}
      onBlur={onBlur}
      end={unit && <span aria-hidden="true">{unit}&nbsp;</span>}
    />
  );
}
