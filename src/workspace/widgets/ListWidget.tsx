import { useId, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import type { WidgetProps, WidgetValue } from "../registry/areaModule";
import styles from "./widgets.module.css";

/**
 * A list of texts that are added by a button or Enter, and removed. The value has
 * the typed text too, so that saving the form without adding it loses nothing.
 */
export function ListWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const t = useT();
  const id = useId();
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
    <fieldset
      className={styles.list}
      disabled={props.isDisabled}
      aria-describedby={`${id}-note`}
    >
      <legend className={styles.label}>{label}</legend>
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
      <Note id={`${id}-note`} error={error} hint={hint} />
    </fieldset>
  );
}

/** Returns the texts in the value of a list; empty for any other value. */
export const entriesOf = (value: WidgetValue): readonly string[] =>
  Array.isArray(value)
    ? (value as readonly unknown[]).filter((entry) => typeof entry === "string")
    : [];
