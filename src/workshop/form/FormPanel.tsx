import { useMemo } from "react";
import { useTranslate } from "ra-core";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { MuiTheme } from "../../ui/MuiTheme";
import { entriesOf, namesOf } from "../document/choices";
import { nameOf } from "../document/mergeForm";
import type { Declaration } from "../document/types";
import { useWorkshop, type Workshop } from "../WorkshopContext";
import type { FormContext } from "./FormContext";
import { LabelFields } from "./LabelFields";
import { ResourceForm } from "./ResourceForm";
import { SmallFields } from "./SmallFields";
import styles from "./form.module.css";

/** The draft as a form; while its JSON is broken, where to mend it. */
export default function FormPanel() {
  const t = useT();
  const workshop = useWorkshop();
  const { declaration, openTab } = workshop;
  if (!declaration)
    return (
      <div role="status" className={styles.broken}>
        <p>{t("workshop.form.broken")}</p>
        <Button
          onClick={() => {
            openTab("json");
          }}
        >
          {t("workshop.form.toJson")}
        </Button>
      </div>
    );
  return <Whole workshop={workshop} declaration={declaration} />;
}

function Whole({
  workshop,
  declaration,
}: {
  workshop: Workshop;
  declaration: Declaration;
}) {
  const { editing, checked } = workshop;
  const context = useFormContext(workshop, declaration);
  return (
    <div className={styles.panel}>
      <GeneralNames context={context} />
      <ResourceForm
        declaration={declaration}
        problems={checked.check?.problems ?? none}
        context={context}
        onChange={editing.editDeclaration}
      />
    </div>
  );
}

const none: never[] = [];

/** Names of the list that belong to no column or filter. */
function GeneralNames({ context }: { context: FormContext }) {
  const t = useT();
  return (
    <MuiTheme>
      <SmallFields>
        <section aria-label={t("workshop.form.general")}>
          <LabelFields context={context} name="title" />
        </section>
      </SmallFields>
    </MuiTheme>
  );
}

function useFormContext(
  workshop: Workshop,
  declaration: Declaration,
): FormContext {
  const translate = useTranslate();
  const { published, row, editing, fieldText, entryText } = workshop;
  const { labels } = editing.draft.present;
  const names = useMemo(() => namesOf(declaration, row), [declaration, row]);
  return {
    declaration,
    names,
    labels,
    onLabel: editing.editLabel,
    nameText: (kind, name) => {
      if (kind === "fields") return named(fieldText(name), name);
      const entry = entriesOf(declaration, kind).find(
        (one) => nameOf(one) === name,
      );
      return named(entryText(kind, entry), name);
    },
    titleOf: (list, entry) => {
      if (typeof entry === "string") return fieldText(entry);
      const name = nameOf(entry) ?? "";
      if (list === "values" || list === "parameters") return name;
      if (list === "views")
        return translate(`workshop.choices.${name}`, { _: name });
      return named(entryText(list, entry), name);
    },
    isPublished: (list, entry) => {
      const name = nameOf(entry);
      return entriesOf(published.document.declaration, list).some(
        (one) => nameOf(one) === name,
      );
    },
  };
}

/** A readable name with the one that the JSON knows, where they differ. */
const named = (text: string, name: string): string =>
  text === "" || text === name ? name : `${text} (${name})`;
