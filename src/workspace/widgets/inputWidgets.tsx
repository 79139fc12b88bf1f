import { useLocaleState, useTranslate } from "ra-core";
import { useState } from "react";
import { toJapanIso } from "../../../domain/japanTime";
import { useT } from "../../providers/i18n/useT";
import { DateInput } from "../../ui/DateInput";
import { Labelled, Field } from "../../ui/Field";
import { classes } from "../../ui/classes";
import { readDay, readTime } from "../../ui/dateText";
import { useNumberInput } from "../../ui/useNumberInput";
import { maxDigits, numberInputOptions } from "../numberText";
import type { WidgetProps } from "../registry/areaModule";
import field from "../../ui/Field.module.css";
import styles from "./widgets.module.css";

/** Returns the attributes of a text input. */
const inputAttributes = ({
  isRequired,
  isDisabled,
  isReadOnly,
  onBlur,
}: WidgetProps) => ({
  required: isRequired,
  disabled: isDisabled,
  readOnly: isReadOnly,
  onBlur,
});

/** A text input. */
export function TextWidget(props: WidgetProps) {
  const { field, label, value, onChange, error, hint } = props;
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      value={typeof value === "string" ? value : ""}
      maxLength={field.maxLength}
      type={field.format === "email" ? "email" : undefined}
      autoComplete={field["x-autocomplete"]}
      {...inputAttributes(props)}
      onChange={(event) => {
        const text = event.target.value;
        onChange(text === "" ? null : text);
      }}
    />
  );
}

/** A text area. */
export function AreaWidget(props: WidgetProps) {
  const { field, label, value, onChange, error, hint } = props;
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
          {...inputAttributes(props)}
          onChange={(event) => {
            onChange(event.target.value || null);
          }}
        />
      )}
    </Labelled>
  );
}

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
  ...props
}: WidgetProps & {
  input: ReturnType<typeof useNumberInput>;
  unit: string | undefined;
}) {
  return (
    <Field
      {...input}
      {...inputAttributes(props)}
      label={props.label}
      error={props.error}
      hint={props.hint}
      end={unit && <span aria-hidden="true">{unit}&nbsp;</span>}
    />
  );
}

/** The two texts of a moment, as far as they are typed. */
type Parts = { day: string | null; time: string };

/** Returns the parts of a moment in Japan time. */
function partsOf(value: string | null): Parts {
  const time = new Date(value ?? "");
  if (value === null || Number.isNaN(time.getTime()))
    return { day: value, time: "" };
  const iso = toJapanIso(time);
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) };
}

/** Returns the moment of both parts; unfinished parts stay a text. */
function momentOf({ day, time }: Parts): string | null {
  const [knownDay, knownTime] = [readDay(day ?? ""), readTime(time)];
  if (knownDay && knownTime) return `${knownDay}T${knownTime}:00+09:00`;
  return [day ?? "", time].filter((part) => part !== "").join(" ") || null;
}

/** A day, or a day and a time in Japan. */
export function DateWidget(props: WidgetProps) {
  const { label, onChange, error, hint } = props;
  const t = useT();
  const isMoment = props.field.format === "date-time";
  const value = typeof props.value === "string" ? props.value : null;
  const [draft, setDraft] = useState<{ parts: Parts; of: string | null }>();
  const parts =
    draft !== undefined && draft.of === value ? draft.parts : partsOf(value);
  const change = (next: Parts) => {
    const moment = momentOf(next);
    setDraft({ parts: next, of: moment });
    onChange(moment);
  };
  return (
    <Labelled
      label={label}
      error={error}
      hint={hint ?? (isMoment ? t("widgets.japanTime") : undefined)}
    >
      {(attributes) => (
        <div className={classes(field.box, error && field.wrong)}>
          <DateInput
            {...attributes}
            {...inputAttributes(props)}
            className={field.input}
            label={label}
            value={isMoment ? parts.day : value}
            onChange={(day) => {
              if (!isMoment) {
                onChange(day);
                return;
              }
              const isPicked = parts.time === "" && readDay(day ?? "") !== null;
              change({ day, time: isPicked ? "00:00" : parts.time });
            }}
          />
          {isMoment && (
            <input
              className={classes(field.input, styles.time)}
              aria-label={t("widgets.time", { field: label })}
              aria-invalid={attributes["aria-invalid"]}
              aria-describedby={attributes["aria-describedby"]}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              placeholder="--:--"
              value={parts.time}
              {...inputAttributes({ ...props, isRequired: false })}
              onChange={({ target }) => {
                const isLonger = target.value.length > parts.time.length;
                const time = isLonger
                  ? target.value.replace(/^(\d{2})(?=\d)/, "$1:")
                  : target.value;
                change({ ...parts, time });
              }}
            />
          )}
        </div>
      )}
    </Labelled>
  );
}
