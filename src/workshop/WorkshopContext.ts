import { useLocaleState } from "ra-core";
import { createContext, useContext, useMemo, useState } from "react";
import { isEqual } from "../../domain/formats";
import type { RowSchema } from "../../domain/resource";
import { useFieldLabel } from "../workspace/useLabels";
import { entryNamed, firstField, labelKey } from "./document/choices";
import {
  documentOf,
  parseDeclaration,
  type CreatedFields,
  type Declaration,
  type EditableResource,
  type Problem,
} from "./document/draft";
import { nameOf } from "./document/mergeForm";
import type { FormPlace } from "./document/problemPlace";
import { formPlaceOf } from "./document/problemPlace";
import {
  useCheck,
  type Checked,
  useDraft,
  type Editing,
} from "./document/useDraft";

/** The state of the workshop of one resource. */
export type Workshop = {
  published: EditableResource;
  row: RowSchema;
  editing: Editing;
  checked: Checked;
  /** The drafted declaration, null while its JSON is invalid. */
  declaration: Declaration | null;
  fieldText: (name: string) => string;
  /** Returns the label of a list entry, empty if it has no name yet. */
  entryText: (list: string, entry: unknown) => string;
  /** Whether an entry is new or differs from the published one. */
  markOf: (list: string, entry: unknown) => "new" | "changed" | null;
  tab: string;
  openTab: (tab: string) => void;
  /** Ids of the sections and entries of the form that are open. */
  openParts: ReadonlySet<string>;
  togglePart: (id: string, isOpen: boolean) => void;
  /** The place that the form scrolls to and focuses. */
  revealed: FormPlace | null;
  /** Returns a function that shows a problem in the form, if it is there. */
  revealOf: (problem: Problem) => (() => void) | null;
};

const WorkshopContext = createContext<Workshop | null>(null);

export const WorkshopProvider = WorkshopContext.Provider;

/** Returns the workshop of the edited resource. Throws outside of it. */
export function useWorkshop(): Workshop {
  const workshop = useContext(WorkshopContext);
  if (!workshop) throw new Error("This component needs a WorkshopProvider.");
  return workshop;
}

/**
 * Returns the id under which the form remembers that a part is open. Published
 * entries have the same id wherever they are moved.
 */
export const partId = (
  declaration: Declaration,
  path: readonly (string | number)[],
): string => {
  let value: unknown = declaration;
  return path
    .map((step) => {
      value = (value as Record<string | number, unknown> | undefined)?.[step];
      return typeof step === "number" ? (nameOf(value) ?? `#${step}`) : step;
    })
    .join("/");
};

/** Returns the row schema with the created fields of a draft. */
function rowWith(
  { row, document }: EditableResource,
  fields: CreatedFields,
): RowSchema {
  const { properties, ...rest } = row as RowSchema;
  const before = document.fields ?? {};
  const ofFiles = Object.entries(properties).filter(
    ([name]) => !Object.hasOwn(before, name),
  );
  const created = Object.entries(fields).map(
    ([name, { schema }]) => [name, schema] as const,
  );
  return {
    ...rest,
    properties: {
      ...Object.fromEntries(created),
      ...Object.fromEntries(ofFiles),
    },
  };
}

/** Returns the field of the row that a problem points to. */
const createdFieldAt = (
  { file, pointer }: Problem,
  { $id }: RowSchema,
): string | undefined =>
  file === `schemas/${$id}.json`
    ? /^\/properties\/([^/]+)/.exec(pointer)?.[1]
    : undefined;

/** Creates the state for `WorkshopProvider`. */
export function useWorkshopState(
  published: EditableResource,
  userId: string,
): Workshop {
  const editing = useDraft(published, userId);
  const { present } = editing.draft;
  const document = useMemo(() => documentOf(present), [present]);
  const checked = useCheck(published.id, document, published.version);
  const { fields } = present;
  const row = useMemo(() => rowWith(published, fields), [published, fields]);
  const usualText = useFieldLabel(row);
  const [locale] = useLocaleState();
  const fieldText = (name: string) => {
    const created = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return (
      created?.labels[locale === "ru" ? "ru" : "en"].title ?? usualText(name)
    );
  };
  const [tab, openTab] = useState(
    published.kind === "dashboard" ? "json" : "form",
  );
  const [openParts, setOpenParts] = useState<ReadonlySet<string>>(
    new Set(["columns"]),
  );
  const [revealed, setRevealed] = useState<FormPlace | null>(null);
  const { text, labels } = present;
  const declaration = useMemo(() => parseDeclaration(text), [text]);
  const ownLabels = labels[locale === "ru" ? "ru" : "en"];
  return {
    published,
    row,
    editing,
    checked,
    declaration,
    fieldText,
    tab,
    openTab,
    openParts,
    revealed,
    togglePart: (id, isOpen) => {
      setOpenParts((parts) => {
        const next = new Set(parts);
        if (isOpen) next.add(id);
        else next.delete(id);
        return next;
      });
    },
    entryText: (list, entry) => {
      const name = nameOf(entry);
      if (name === undefined) return "";
      const key = labelKey(list, entry);
      return (key && ownLabels[key]) ?? fieldText(firstField(entry) ?? name);
    },
    markOf: (list, entry) => {
      const { document: before } = published;
      const old = entryNamed(before.declaration, list, nameOf(entry));
      if (!old) return "new";
      const key = labelKey(list, entry);
      const isLabelSame =
        key === undefined ||
        (["en", "ru"] as const).every(
          (language) => labels[language][key] === before.labels[language][key],
        );
      const isEntrySame = isEqual(old, entry);
      return isEntrySame && isLabelSame ? null : "changed";
    },
    revealOf: (problem) => {
      const created = createdFieldAt(problem, row);
      if (created !== undefined && Object.hasOwn(fields, created))
        return () => openTab("fields");
      const place =
        declaration &&
        published.kind === "list" &&
        formPlaceOf(problem, { name: published.id, declaration });
      if (!declaration || !place) return null;
      return () => {
        const ids = place.path.flatMap((_step, index) => {
          const path = place.path.slice(0, index + 1);
          return [partId(declaration, path), path.join("/")];
        });
        setOpenParts((parts) => new Set([...parts, ...ids]));
        openTab("form");
        setRevealed({ ...place });
      };
    },
  };
}
