import { useId, useState, type ReactNode } from "react";
import type { Field } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { readableKey } from "../../ui/readable";
import type {
  WidgetOption,
  WidgetProps,
  WidgetValue,
} from "../registry/areaModule";
import styles from "./widgets.module.css";

/**
 * A list of texts that are added by a button or Enter, and removed. The value has
 * the typed text too, so that saving the form without adding it loses nothing.
 */
export function ListWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error } = props;
  const t = useT();
  const [text, setText] = useState("");
  const [isInValue, setInValue] = useState(false);
  const entry = text.trim();
  const all = entriesOf(value);
  const hasTyped = isInValue && all.at(-1) === entry;
  const entries = hasTyped ? all.slice(0, -1) : all;
  const isFull = entries.length >= (field.maxItems ?? Infinity);
  const canAdd = entry !== "" && !entries.includes(entry) && !isFull;
  const { isReadOnly = false } = props;
  const change = (next: readonly string[]) => {
    onChange(next.length > 0 ? next : null);
  };
  const add = () => {
    if (!canAdd || isReadOnly) return;
    if (!hasTyped) change([...entries, entry]);
    setText("");
    setInValue(false);
  };
  const type = (next: string) => {
    const typed = next.trim();
    const isNew = typed !== "" && !entries.includes(typed);
    setText(next);
    setInValue(isNew);
    change(isNew ? [...entries, typed] : entries);
  };
  return (
    <WidgetGroup {...props}>
      {entries.length > 0 && (
        <ul className={styles.entries}>
          {entries.map((known) => (
            <li key={known} className={styles.entry}>
              <span>{known}</span>
              <button
                type="button"
                className={styles.remove}
                aria-disabled={isReadOnly}
                aria-label={t("widgets.remove", { name: known })}
                onClick={() => {
                  if (isReadOnly) return;
                  change(all.filter((other) => other !== known));
                }}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.adding}>
        <input
          className={styles.control}
          aria-label={t("widgets.entry", { field: label })}
          aria-invalid={error ? true : undefined}
          maxLength={field.items?.maxLength}
          value={text}
          disabled={isFull}
          readOnly={isReadOnly}
          onBlur={onBlur}
          onChange={(event) => {
            type(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={!canAdd} aria-disabled={isReadOnly} onClick={add}>
          {t("widgets.add")}
        </Button>
      </div>
    </WidgetGroup>
  );
}

/** Returns the texts in the value of a list; empty for any other value. */
const entriesOf = (value: WidgetValue): readonly string[] =>
  Array.isArray(value)
    ? (value as readonly unknown[]).filter((entry) => typeof entry === "string")
    : [];

/** A group of controls with its label above and its message below. */
export function WidgetGroup({
  label,
  error,
  hint,
  isDisabled,
  children,
}: Pick<WidgetProps, "label" | "error" | "hint" | "isDisabled"> & {
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      className={styles.list}
      disabled={isDisabled}
      aria-describedby={id}
    >
      <legend className={styles.label}>{label}</legend>
      {children}
      <Note id={id} error={error} hint={hint} />
    </fieldset>
  );
}

/** A checkbox. */
export function CheckWidget(props: WidgetProps) {
  const { label, value, onChange, onBlur, error, hint } = props;
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={value === true}
          required={props.isRequired}
          disabled={props.isDisabled}
          aria-disabled={props.isReadOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        <span>{label}</span>
      </label>
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}

/**
 * A checkbox for each option of the call, or else of the schema, under the
 * headings of their sections.
 */
export function ChecksWidget(props: WidgetProps) {
  const { field, value, onChange, onBlur } = props;
  const selected = entriesOf(value);
  const options = props.options ?? enumOptions(field.items?.enum);
  const sections = new Set(options.map(({ section }) => section));
  const toggle = (changed: string, isChecked: boolean) => {
    const next = options
      .map((option) => option.value)
      .filter((known) =>
        known === changed ? isChecked : selected.includes(known),
      );
    onChange(next.length > 0 ? next : null);
  };
  return (
    <WidgetGroup {...props}>
      {[...sections].map((section) => {
        const own = options.filter((option) => option.section === section);
        const checks = (
          <div className={styles.checks}>
            {own.map((option) => (
              <label key={option.value} className={styles.check}>
                <input
                  type="checkbox"
                  aria-disabled={props.isReadOnly}
                  checked={selected.includes(option.value)}
                  onBlur={onBlur}
                  onChange={(event) => {
                    toggle(option.value, event.target.checked);
                  }}
                />
                <span>{option.label}</span>
              </label>
            ))}
          </div>
        );
        return section === undefined ? (
          <div key="">{checks}</div>
        ) : (
          <fieldset key={section} className={styles.list}>
            <legend className={styles.section}>{section}</legend>
            {checks}
          </fieldset>
        );
      })}
    </WidgetGroup>
  );
}

/** Returns the values of an enum as options, without null. */
export const enumOptions = (values: Field["enum"] = []): WidgetOption[] =>
  values
    .filter((value) => value !== null)
    .map((value) => ({
      value: String(value),
      label: readableKey(String(value)),
    }));
