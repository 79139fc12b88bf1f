import TextField from "@mui/material/TextField";
import { useT } from "../../providers/i18n/useT";
import { labelInputId } from "../document/problemPlace";
import type { FormContext } from "./FormContext";
import styles from "./form.module.css";

type LabelFieldsProps = {
  context: Pick<FormContext, "labels" | "onLabel" | "defaultLabel">;
  /** The label's key below `resources.<name>`. */
  name: string;
  /** The entry that is labelled; without a label its field's is used. */
  entry?: unknown;
  legend: string;
};

/** Inputs for the label of a part, in both languages. */
export function LabelFields({
  context,
  name,
  entry,
  legend,
}: LabelFieldsProps) {
  const t = useT();
  const { labels, onLabel, defaultLabel } = context;
  return (
    <fieldset className={styles.labels}>
      <legend>{legend}</legend>
      {(["en", "ru"] as const).map((language) => (
        <TextField
          key={language}
          id={labelInputId(language, name)}
          label={t(`workshop.languages.${language}`)}
          value={labels[language][name] ?? ""}
          placeholder={defaultLabel(language, entry)}
          lang={language}
          onChange={({ target }) => onLabel(language, name, target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
    </fieldset>
  );
}
