import { useId, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { WidgetProps } from "../registry/widgets";
import { listOf } from "./listOf";
import { Note } from "./Note";
import styles from "./widgets.module.css";

/** Texts that are added one by one, by Enter too, and taken out again. */
export function ListWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const t = useT();
  const id = useId();
  const [text, setText] = useState("");
  const entries = listOf(value);
  const entry = text.trim();
  const isFull = entries.length >= (field.maxItems ?? Infinity);
  const canAdd = entry !== "" && !entries.includes(entry) && !isFull;
  const change = (next: readonly string[]) => {
    onChange(next.length > 0 ? next : null);
  };
  const add = () => {
    if (!canAdd) return;
    change([...entries, entry]);
    setText("");
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
          {entries.map((one) => (
            <li key={one} className={styles.entry}>
              <span>{one}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={t("widgets.remove", { name: one })}
                onClick={() => {
                  change(entries.filter((other) => other !== one));
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
          onBlur={onBlur}
          onChange={(event) => {
            setText(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={!canAdd} onClick={add}>
          {t("widgets.add")}
        </Button>
      </div>
      <Note id={`${id}-note`} error={error} hint={hint} />
    </fieldset>
  );
}
