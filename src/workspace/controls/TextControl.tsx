import type { InputHTMLAttributes } from "react";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import type { ControlProps } from "../registry/areaModule";
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
  return (
    <div className={styles.box}>
      <Icon name="search" size={16} />
      <SearchInput {...props} />
    </div>
  );
}

/** The input of a text filter with a magnifier. Further attributes are set on it. */
export function SearchInput(props: TextInputProps) {
  const t = useT();
  return (
    <TextInput
      {...props}
      attributes={{
        type: "search",
        enterKeyHint: "search",
        placeholder: t("list.search.in", { field: props.label }),
        ...props.attributes,
      }}
    />
  );
}

type TextInputProps = ControlProps & {
  attributes?: InputHTMLAttributes<HTMLInputElement>;
};

function TextInput({
  field,
  label,
  value,
  onChange,
  attributes,
}: TextInputProps) {
  const [text, setText] = useInputDraft(
    value?.kind === "text" ? value.text : "",
  );
  return (
    <input
      type="text"
      placeholder={label}
      {...attributes}
      className={styles.input}
      aria-label={label}
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
