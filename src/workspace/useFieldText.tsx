import { createContext, useContext, useMemo, type ReactNode } from "react";
import { useLocaleState, useTranslate } from "ra-core";
import type { RowSchema } from "../../domain/resource";
import type { Row } from "../providers/dataProvider";
import { useSession } from "../providers/session";
import { fieldSubject, type FieldSubject } from "./registry/fields";
import {
  textFor,
  type FieldText,
  type SingleValue,
  type TextTools,
} from "./registry/texts";

/** Shown in place of an empty value. */
export const noValue = "--";

export type WriteField = (name: string, value: unknown) => string;

type FieldTexts = { tools: TextTools; write: WriteField };

const FieldTextContext = createContext<FieldTexts | null>(null);

/**
 * Provides `useFieldText` for the fields of a row schema. A list needs only
 * one, since finding the text of each field once is enough for all its cells.
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
    return { tools, write: writerOf(row, tools) };
  }, [row, translate, locale, role]);
  return <FieldTextContext value={value}>{children}</FieldTextContext>;
}

function useFieldTexts(): FieldTexts {
  const found = useContext(FieldTextContext);
  if (!found) throw new Error("This component needs a FieldTextProvider.");
  return found;
}

/** Returns the viewer's translations, language and role. */
export const useTextTools = (): TextTools => useFieldTexts().tools;

/**
 * Returns a function that writes a field's value for the viewer: with its
 * unit, in Japan time, as the label of a choice, or in yen.
 */
export const useFieldText = (): WriteField => useFieldTexts().write;

/** Returns a function that writes those fields of a row that have a value. */
export function useKnownTexts(): (
  row: Row,
  names: readonly string[],
) => string[] {
  const write = useFieldText();
  return (row, names) =>
    names
      .map((name) => write(name, row[name]))
      .filter((text) => text !== noValue);
}

function writerOf(row: RowSchema, tools: TextTools): WriteField {
  const cache = new Map<string, { subject: FieldSubject; text: FieldText }>();
  const lookUp = (name: string) => {
    const known = cache.get(name);
    if (known) return known;
    const subject = fieldSubject(row, name);
    const entry = { subject, text: textFor(subject) };
    cache.set(name, entry);
    return entry;
  };
  return (name, value) => {
    if (!isWritable(value)) return noValue;
    const { subject, text } = lookUp(name);
    return text({ subject, value, tools });
  };
}

/** False for null, empty texts, empty lists, NaN and objects. */
const isWritable = (
  value: unknown,
): value is SingleValue | readonly unknown[] =>
  value === 0 ||
  typeof value === "boolean" ||
  (Boolean(value) &&
    (typeof value === "string" ||
      typeof value === "number" ||
      (Array.isArray(value) && value.length > 0)));
