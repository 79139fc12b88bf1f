import { useState } from "react";
import { toJapanIso } from "../../../domain/japanTime";
import { useT } from "../../providers/i18n/useT";
import { DateInput } from "../../ui/DateInput";
import { Labelled } from "../../ui/Field";
import { classes } from "../../ui/classes";
import { readDay, readTime } from "../../ui/dateText";
import type { WidgetProps } from "../registry/areaModule";
import field from "../../ui/Field.module.css";
import styles from "./widgets.module.css";

/** A day, or a day and a time in Japan. */
export function DateWidget(props: WidgetProps) {
  const isMoment = props.field.format === "date-time";
  return isMoment ? <MomentField {...props} /> : <DayField {...props} />;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

function DayField(props: WidgetProps) {
  const { label, value, onChange, onBlur, error, hint } = props;
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(attributes) => (
        <div className={classes(field.box, error && field.wrong)}>
          <DateInput
            {...attributes}
            className={field.input}
            label={label}
            value={textOf(value)}
            required={props.isRequired}
            disabled={props.isDisabled}
            readOnly={props.isReadOnly}
            onBlur={onBlur}
            onChange={onChange}
          />
        </div>
      )}
    </Labelled>
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

function MomentField(props: WidgetProps) {
  const { label, onChange, onBlur, error, hint } = props;
  const t = useT();
  const value = textOf(props.value);
  const [draft, setDraft] = useState<{ parts: Parts; of: string | null }>();
  const parts =
    draft !== undefined && draft.of === value ? draft.parts : partsOf(value);
  const change = (next: Parts) => {
    const moment = momentOf(next);
    setDraft({ parts: next, of: moment });
    onChange(moment);
  };
  return (
    <Labelled label={label} error={error} hint={hint ?? t("widgets.japanTime")}>
      {(attributes) => (
        <div className={classes(field.box, error && field.wrong)}>
          <DateInput
            {...attributes}
            className={field.input}
            label={label}
            value={parts.day}
            required={props.isRequired}
            disabled={props.isDisabled}
            readOnly={props.isReadOnly}
            onBlur={onBlur}
            onChange={(day) => {
              const isPicked = parts.time === "" && readDay(day ?? "") !== null;
              change({ day, time: isPicked ? "00:00" : parts.time });
            }}
          />
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
            disabled={props.isDisabled}
            readOnly={props.isReadOnly}
            onBlur={onBlur}
            onChange={({ target }) => {
              const isLonger = target.value.length > parts.time.length;
              const time = isLonger
                ? target.value.replace(/^(\d{2})(?=\d)/, "$1:")
                : target.value;
              change({ ...parts, time });
            }}
          />
        </div>
      )}
    </Labelled>
  );
}
