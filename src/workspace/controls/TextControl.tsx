import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import type { ControlProps } from "../registry/controls";
import { useInputDraft } from "./inputDrafts";
import styles from "./controls.module.css";

/** A text filter: values that begin with the text. */
export function TextControl(props: ControlProps) {
  return (
    <div className={styles.box}>
      <TextInput {...props} />
    </div>
  );
}

/** A text filter with a magnifier. */
export function SearchControl(props: ControlProps) {
  const t = useT();
  return (
    <div className={styles.box}>
      <Icon name="search" size={16} />
      <TextInput
        {...props}
        type="search"
        enterKeyHint="search"
        placeholder={t("list.search.in", { field: props.label })}
      />
    </div>
  );
}

function TextInput({
  field,
  label,
  value,
  onChange,
  type = "text",
  placeholder = label,
  enterKeyHint,
}: ControlProps & {
  type?: "text" | "search";
  placeholder?: string;
  enterKeyHint?: "search";
}) {
  const [text, setText] = useInputDraft(
    value?.kind === "text" ? value.text : "",
  );
  return (
    <input
      className={styles.input}
      type={type}
      enterKeyHint={enterKeyHint}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={Math.min(field.maxLength ?? 100, 100)}
      autoComplete="off"
      onChange={(event) => {
        const trimmed = event.target.value.trim();
        setText(event.target.value, trimmed);
        onChange(trimmed ? { kind: "text", text: trimmed } : undefined);
      }}
    />
  );
}
