import TextField from "@mui/material/TextField";
import { useT } from "../../providers/i18n/useT";
import type { FormContext } from "./FormContext";
import styles from "./form.module.css";

/** What a part is called, in both languages. */
export function LabelFields({
  context,
  name,
}: {
  context: Pick<FormContext, "labels" | "onLabel">;
  /** The label's key below `resources.<name>`. */
  name: string;
}) {
  const t = useT();
  const { labels, onLabel } = context;
  return (
    <fieldset className={styles.labels}>
      <legend>{t("workshop.form.labels")}</legend>
      {(["en", "ru"] as const).map((language) => (
        <TextField
          key={language}
          label={t(`workshop.languages.${language}`)}
          value={labels[language][name] ?? ""}
          lang={language}
          onChange={({ target }) => {
            onLabel(language, name, target.value);
          }}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
    </fieldset>
  );
}
