import { useLocaleState, useTranslate } from "ra-core";
import { useEffect, useMemo, useRef } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { entryNamed, firstField, namesOf } from "../document/choices";
import { nameOf } from "../document/mergeForm";
import type { Declaration } from "../document/draft";
import { useWorkshop, type Workshop } from "../WorkshopContext";
import type { FormContext } from "./uiSchema";
import { ListTitles } from "./LabelFields";
import { ResourceForm } from "./ResourceForm";
import { SmallInputs } from "./SmallInputs";
import styles from "./form.module.css";

/** The draft as a form, or a notice while its JSON is invalid. */
export default function FormPanel() {
  const t = useT();
  const workshop = useWorkshop();
  const { declaration, openTab } = workshop;
  if (!declaration)
    return (
      <div role="status" className={styles.broken}>
        <p>{t("workshop.form.broken")}</p>
        <Button onClick={() => openTab("json")}>
          {t("workshop.form.toJson")}
        </Button>
      </div>
    );
  return <DeclarationForm workshop={workshop} declaration={declaration} />;
}

function DeclarationForm({
  workshop,
  declaration,
}: {
  workshop: Workshop;
  declaration: Declaration;
}) {
  const { editing, checked, revealed } = workshop;
  const context = useFormContext(workshop, declaration);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (revealed) focusPlace(panel.current, revealed);
  }, [revealed]);
  return (
    <div ref={panel} className={styles.panel}>
      <SmallInputs>
        <ListTitles context={context} />
        <ResourceForm
          declaration={declaration}
          problems={checked.check?.problems ?? noProblems}
          context={context}
          onChange={editing.editDeclaration}
        />
      </SmallInputs>
    </div>
  );
}

const noProblems: never[] = [];

/** Focuses an input, or the nearest enclosing part that is on the page. */
function focusPlace(
  panel: HTMLElement | null,
  { inputId, path }: NonNullable<Workshop["revealed"]>,
): void {
  const parts = path.map(
    (_step, index) =>
      `[data-part="${path.slice(0, path.length - index).join("/")}"]`,
  );
  const element = [`[id="${inputId}"]`, ...parts]
    .map((selector) => panel?.querySelector<HTMLElement>(selector))
    .find((found) => found);
  element?.scrollIntoView({ block: "center" });
  const focusable = "button, input, select, textarea, summary";
  if (element?.matches(focusable)) element.focus();
  else element?.querySelector<HTMLElement>(focusable)?.focus();
}

function useFormContext(
  workshop: Workshop,
  declaration: Declaration,
): FormContext {
  const translate = useTranslate();
  const { published, row, editing, fieldText, entryText } = workshop;
  const names = useMemo(() => namesOf(declaration, row), [declaration, row]);
  const [language] = useLocaleState();
  const locale = language === "ru" ? "ru" : "en";
  /** The heading of a section of the form that has no label of its own. */
  const usualHeading = (key: string) =>
    translate(`sections.${row.$id}.${key.slice("form.".length)}`, { _: "" });
  return {
    declaration,
    names,
    labels: editing.draft.present.labels,
    onLabel: editing.editLabel,
    markOf: workshop.markOf,
    openParts: workshop.openParts,
    onToggle: workshop.togglePart,
    onMove: (path, from, to) => {
      editing.editDeclaration(
        movedEntry(declaration, path, { from, to }),
        "move",
      );
    },
    defaultLabel: (language, entry, key) => {
      // Only the texts of the reader's language are loaded.
      if (key?.startsWith("form."))
        return language === locale ? usualHeading(key) : "";
      const name = firstField(entry);
      if (name === undefined) return "";
      return published.fieldLabels[language][name] ?? fieldText(name);
    },
    fieldOf: (name) => row.properties[name],
    nameText: (kind, name) => {
      if (kind === "fields") return withName(fieldText(name), name);
      if (kind === "cells") {
        const label = translate(`workshop.choices.cell.${name}`, { _: name });
        const about = translate(`workshop.about.cell.${name}`, { _: "" });
        return about ? `${label}: ${about}` : label;
      }
      return withName(
        entryText(kind, entryNamed(declaration, kind, name)),
        name,
      );
    },
    titleOf: (list, entry) => {
      if (typeof entry === "string") return fieldText(entry);
      const name = nameOf(entry) ?? "";
      if (list === "values" || list === "parameters") return name;
      if (list === "sections") {
        const own = editing.draft.present.labels[locale][`form.${name}`];
        return withName(own ?? usualHeading(`form.${name}`), name);
      }
      if (list === "views")
        return translate(`workshop.choices.${name}`, { _: name });
      return withName(entryText(list, entry), name);
    },
    isPublished: (list, entry) =>
      entryNamed(published.document.declaration, list, nameOf(entry)) !==
      undefined,
  };
}

/** Adds the name from the JSON to a label that differs from it. */
const withName = (text: string, name: string): string =>
  text === "" || text === name ? name : `${text} (${name})`;

/** Returns the value with one entry of the list at the path moved. */
function movedEntry<Value>(
  value: Value,
  [step, ...rest]: readonly (string | number)[],
  move: { from: number; to: number },
): Value {
  if (step === undefined) {
    const entries = value as unknown[];
    const others = entries.toSpliced(move.from, 1);
    return others.toSpliced(move.to, 0, entries[move.from]) as Value;
  }
  const parts = value as Record<string | number, unknown>;
  const changed = movedEntry(parts[step], rest, move);
  return (
    Array.isArray(value)
      ? value.with(Number(step), changed)
      : { ...parts, [step]: changed }
  ) as Value;
}
