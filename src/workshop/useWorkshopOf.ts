import { useLocaleState } from "ra-core";
import { useMemo } from "react";
import type { RowSchema } from "../../domain/resource";
import { useFieldLabel } from "../workspace/useLabels";
import { labelKey } from "./document/choices";
import { declarationOf } from "./document/draft";
import { nameOf } from "./document/mergeForm";
import type { EditableResource } from "./document/types";
import { useCheck } from "./document/useCheck";
import { useDraft } from "./document/useDraft";
import type { Workshop } from "./WorkshopContext";

/** The state of the workshop of one resource. */
export function useWorkshopOf(options: {
  published: EditableResource;
  userId: string;
  openTab: (tab: string) => void;
}): Workshop {
  const { published, userId, openTab } = options;
  const editing = useDraft(published, userId);
  const { draft } = editing;
  const checked = useCheck({
    resource: published.id,
    snapshot: draft.present,
    version: published.version,
  });
  const row = published.row as RowSchema;
  const fieldText = useFieldLabel(row);
  const [locale] = useLocaleState();
  const { text, labels } = draft.present;
  const declaration = useMemo(() => declarationOf(text), [text]);
  const own = labels[locale === "ru" ? "ru" : "en"];
  return {
    published,
    row,
    editing,
    checked,
    declaration,
    fieldText,
    openTab,
    entryText: (list, entry) => {
      const name = nameOf(entry);
      if (name === undefined) return "";
      const key = labelKey(list, entry);
      return (key && own[key]) ?? fieldText(firstField(entry) ?? name);
    },
  };
}

/** The field that gives an entry its name where the locale has none for it. */
function firstField(entry: unknown): string | undefined {
  const { field, fields } = entry as { field?: unknown; fields?: unknown };
  const found = Array.isArray(fields) ? (fields as unknown[])[0] : field;
  return typeof found === "string" ? found : undefined;
}
