import { useState } from "react";
import { debounce } from "../../../domain/limits";
import { longestText } from "../../../domain/listing/kinds/text";
import { useT } from "../../providers/i18n/useT";
import { useInputDraft } from "../controls/inputDrafts";
import { useDraft, useListing } from "../listing/ListingContext";
import styles from "../controls/controls.module.css";

/** The quick search: a field and a text, applied after a pause or by Enter. */
export function QuickSearch() {
  const { resource, labels } = useListing();
  const draft = useDraft();
  const t = useT();
  const { search } = draft.choice;
  const parameters = resource.search?.parameters ?? [];
  const [selected, setSelected] = useState(parameters[0]?.value ?? "");
  const parameter = search?.parameter ?? selected;
  const [text, setText] = useInputDraft(search?.text ?? "");
  const searchFor = (field: string, next: string, wait: number) => {
    const trimmed = next.trim();
    setText(next, trimmed);
    draft.search(trimmed ? { parameter: field, text: trimmed } : null, wait);
  };
  return (
    <div className={styles.box}>
      <select
        className={styles.parameter}
        aria-label={t("list.search.where")}
        value={parameter}
        onChange={(event) => {
          setSelected(event.target.value);
          if (text.trim()) searchFor(event.target.value, text, 0);
        }}
      >
        {parameters.map(({ value }) => (
          <option key={value} value={value}>
            {labels.parameter(value)}
          </option>
        ))}
      </select>
      <input
        className={styles.input}
        type="search"
        enterKeyHint="search"
        aria-label={t("list.search.label")}
        placeholder={t("list.search.hint")}
        maxLength={longestText}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          searchFor(parameter, event.target.value, debounce.typed);
        }}
      />
    </div>
  );
}
