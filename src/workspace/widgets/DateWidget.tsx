import { toJapanIso } from "../../../domain/japanTime";
import { useT } from "../../providers/i18n/useT";
import { Field } from "../../ui/Field";
import type { WidgetProps } from "../registry/widgets";

/** Returns a time as the value of a `datetime-local` input, in Japan time. */
function localOf(value: unknown): string {
  if (typeof value !== "string") return "";
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? "" : toJapanIso(time).slice(0, 16);
}

/** A date input, or a date and time input in Japan time. */
export function DateWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const t = useT();
  const isMoment = field.format === "date-time";
  const day = typeof value === "string" ? value : "";
  return (
    <Field
      label={label}
      error={error}
      hint={hint ?? (isMoment ? t("widgets.japanTime") : undefined)}
      type={isMoment ? "datetime-local" : "date"}
      value={isMoment ? localOf(value) : day}
      required={props.isRequired}
      disabled={props.isDisabled}
      onBlur={onBlur}
      onChange={(event) => {
        const text = event.target.value;
        if (text === "") onChange(null);
        else onChange(isMoment ? `${text.slice(0, 16)}:00+09:00` : text);
      }}
    />
  );
}
