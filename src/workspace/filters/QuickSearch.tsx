import { useState } from "react";
import { debounce } from "../../../domain/limits";
import { longestText } from "../../../domain/listing/filterText";
import { useT } from "../../providers/i18n/useT";
import { useTyped } from "../controls/useTyped";
import { useDraft, useListing } from "../listing/ListingContext";
import styles from "../controls/controls.module.css";

/** Words to look for, and where: applied by itself, or at once by Enter. */
export function QuickSearch() {
  const { resource, labels, isPhone } = useListing();
  const draft = useDraft();
  const t = useT();
  const { search } = draft.choice;
  const parameters = resource.search?.parameters ?? [];
  const [wanted, setWanted] = useState(parameters[0]?.value ?? "");
  const parameter = search?.parameter ?? wanted;
  const [text, type] = useTyped(search?.text ?? "");
  const look = (where: string, words: string, wait: number) => {
    const trimmed = words.trim();
    type(words, trimmed);
    draft.search(trimmed ? { parameter: where, text: trimmed } : null, wait);
  };
  return (
    <div className={styles.box}>
      <select
        className={styles.parameter}
        aria-label={t("list.search.where")}
        value={parameter}
        onChange={(event) => {
          setWanted(event.target.value);
          if (text.trim()) look(event.target.value, text, 0);
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
          look(
            parameter,
            event.target.value,
            isPhone ? debounce.quickSearchPhone : debounce.quickSearch,
          );
        }}
      />
    </div>
  );
}
