import { createContext, useContext, useMemo, type ReactNode } from "react";
import { useLocaleState, useTranslate } from "ra-core";
import type { RowSchema } from "../../domain/resource";
import { useSession } from "../providers/session";
import { fieldSubject, type FieldSubject } from "./registry/fields";
import { best } from "./registry/rank";
import { texts, type FieldText, type TextTools } from "./registry/texts";

/** What stands where a row has no value. */
export const missing = "--";

export type WriteField = (name: string, value: unknown) => string;

type FieldTexts = { tools: TextTools; write: WriteField };

const FieldTextContext = createContext<FieldTexts | null>(null);

/**
 * Has the fields of a row written for the viewer: made once for a list, since
 * a table has thousands of cells.
 */
export function FieldTextProvider({
  row,
  children,
}: {
  row: RowSchema;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const session = useSession();
  const role = session.status === "authenticated" ? session.role : "unknown";
  const value = useMemo(() => {
    const tools = { translate, locale, role };
    return { tools, write: writer(row, tools) };
  }, [row, translate, locale, role]);
  return <FieldTextContext value={value}>{children}</FieldTextContext>;
}

function useFieldTexts(): FieldTexts {
  const found = useContext(FieldTextContext);
  if (!found) throw new Error("No row's fields are written here.");
  return found;
}

/** The viewer's language and role, for what writes values as text. */
export const useTextTools = (): TextTools => useFieldTexts().tools;

/** Writes a field's value for the viewer: units, Japan time, choices, yen. */
export const useFieldText = (): WriteField => useFieldTexts().write;

function writer(row: RowSchema, tools: TextTools): WriteField {
  const found = new Map<string, { subject: FieldSubject; text: FieldText }>();
  const partOf = (name: string) => {
    const known = found.get(name);
    if (known) return known;
    const subject = fieldSubject(row, name);
    const made = { subject, text: best(texts, subject) };
    found.set(name, made);
    return made;
  };
  return (name, value) => {
    if (!isWritable(value)) return missing;
    const { subject, text } = partOf(name);
    return text({ subject, value, tools });
  };
}

const isWritable = (
  value: unknown,
): value is string | number | boolean | readonly unknown[] =>
  value === 0 ||
  typeof value === "boolean" ||
  (Boolean(value) &&
    (typeof value === "string" ||
      typeof value === "number" ||
      (Array.isArray(value) && value.length > 0)));
