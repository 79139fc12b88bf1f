import { useRef, useState, type ComponentProps, type ReactNode } from "react";
import { useT } from "../providers/i18n/useT";
import { currentLanguage } from "../providers/i18n/language";
import { readDay, withHyphens, withSeparators, writtenDay } from "./dateText";
import { IconButton } from "./IconButton";
import styles from "./DateInput.module.css";
import { preloadableDialog } from "./DialogFailure";

const [DayCalendar, preload] = preloadableDialog(() => import("./DayCalendar"));

type DateInputProps = Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "min" | "max"
> & {
  /** Names the calendar. */
  label: string;
  /** A day as YYYY-MM-DD, or the text that the person has typed so far. */
  value: string | null;
  /** Whether the day is written and typed as YYYY-MM-DD, not in the reader's format. */
  isIso?: boolean;
  /** The days that the calendar offers, as YYYY-MM-DD. */
  min?: string | null;
  max?: string | null;
  /**
   * Gets the day as YYYY-MM-DD, the text as it is while it is no day, or null
   * for an empty input.
   */
  onChange: (value: string | null) => void;
};

/**
 * An input for a day in the reader's format, and a button with a calendar, which
 * Alt and arrow down opens too. Typed text stays, even if it is no valid day.
 */
export function DateInput({
  label,
  value,
  isIso = false,
  min,
  max,
  onChange,
  onBlur,
  className,
  ...rest
}: DateInputProps): ReactNode {
  const t = useT();
  const locale = currentLanguage();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<{ text: string; of: string | null }>();
  const input = useRef<HTMLInputElement>(null);
  const isDraft = draft !== undefined && draft.of === value;
  const written = isIso ? (value ?? "") : writtenDay(value ?? "", locale);
  const text = isDraft ? draft.text : written;
  const day = readDay(value ?? "");
  return (
    <>
      <input
        {...rest}
        ref={input}
        className={className}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onBlur={(event) => {
          setDraft(undefined);
          onBlur?.(event);
        }}
        onChange={(event) => {
          const next = isIso
            ? withHyphens(event.target.value)
            : withSeparators(event.target.value, locale);
          const isShorter = event.target.value.length < text.length;
          const shown = isShorter ? event.target.value : next;
          const changed = shown === "" ? null : (readDay(shown) ?? shown);
          setDraft({ text: shown, of: changed });
          onChange(changed);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || !event.altKey || rest.readOnly)
            return;
          event.preventDefault();
          setOpen(true);
        }}
      />
      <IconButton
        icon="calendar"
        label={t("widgets.calendar", { field: label })}
        className={styles.button}
        disabled={rest.disabled}
        aria-disabled={rest.readOnly}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void preload()}
        onClick={() => {
          if (!rest.readOnly) setOpen(true);
        }}
      />
      {isOpen && (
        <DayCalendar
          label={label}
          day={day}
          min={min ?? null}
          max={max ?? null}
          anchor={input}
          onPick={(picked) => {
            setOpen(false);
            setDraft(undefined);
            onChange(picked);
          }}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
