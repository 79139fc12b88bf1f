import { useInputDraft } from "./inputDrafts";
import type { ControlProps } from "../registry/controls";
import styles from "./controls.module.css";

/** A text filter: values that begin with the text. */
export function TextControl({ field, label, value, onChange }: ControlProps) {
  const [text, setText] = useInputDraft(
    value?.kind === "text" ? value.text : "",
  );
  return (
    <div className={styles.box}>
      <input
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={Math.min(field.maxLength ?? 100, 100)}
        autoComplete="off"
        onChange={(event) => {
          const trimmed = event.target.value.trim();
          setText(event.target.value, trimmed);
          onChange(trimmed ? { kind: "text", text: trimmed } : undefined);
        }}
      />
    </div>
  );
}
