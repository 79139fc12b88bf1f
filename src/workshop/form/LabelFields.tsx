import TextField from "@mui/material/TextField";
import { useT } from "../../providers/i18n/useT";
import { labelInputId } from "../document/problemPlace";
import type { FormContext } from "./uiSchema";
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
          placeholder={defaultLabel(language, entry, name)}
          lang={language}
          onChange={({ target }) => onLabel(language, name, target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
    </fieldset>
  );
}

type ListTitlesProps = {
  context: Pick<FormContext, "labels" | "onLabel" | "defaultLabel">;
};

/**
 * The title of a list and its shorter name in the menu, side by side: otherwise an
 * administrator may change only the title by mistake. Without the shorter name the menu has the title.
 */
export function ListTitles({ context }: ListTitlesProps) {
  const t = useT();
  return (
    <>
      <LabelFields
        context={context}
        name="title"
        legend={t("workshop.form.title")}
      />
      <LabelFields
        context={{
          ...context,
          defaultLabel: (language) => context.labels[language].title ?? "",
        }}
        name="menu"
        legend={t("workshop.form.menuTitle")}
      />
    </>
  );
}
