import { useT } from "../../providers/i18n/useT";
import type { FormContext } from "./FormContext";
import { LabelFields } from "./LabelFields";

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
