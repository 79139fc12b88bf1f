import { useLocaleState, useTranslate } from "ra-core";
import { Field } from "../../ui/Field";
import {
  numberOf,
  shapeOf,
  shownNumber,
  typedNumber,
} from "../controls/typedNumber";
import { useTyped } from "../controls/useTyped";
import type { WidgetProps } from "../registry/widgets";

/** A number, whole or with a fraction, and its unit at the end. */
export function NumberWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const [locale] = useLocaleState();
  const translate = useTranslate();
  const shape = shapeOf(field);
  const unit = field["x-unit"];
  const [typed, type] = useTyped(
    typeof value === "number" ? String(value) : "",
  );
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      value={shownNumber(typed, { locale, isGrouped: unit !== undefined })}
      inputMode={shape.decimals > 0 ? "decimal" : "numeric"}
      autoComplete="off"
      required={props.isRequired}
      disabled={props.isDisabled}
      onBlur={onBlur}
      onChange={(event) => {
        const next = typedNumber(event.target.value, shape);
        const number = numberOf(next);
        type(next, number === null ? "" : String(number));
        onChange(number);
      }}
      end={
        unit && (
          <span aria-hidden="true">
            {translate(`list.export.units.${unit}`, { _: unit })}&nbsp;
          </span>
        )
      }
    />
  );
}
