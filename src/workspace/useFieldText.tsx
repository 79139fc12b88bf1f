import { createContext, useContext, useMemo, type ReactNode } from "react";
import { useLocaleState, useTranslate } from "ra-core";
import type { RowSchema } from "../../domain/resource";
import type { Row } from "../providers/dataProvider";
import { useSession } from "../providers/session";
import { fieldWriter, noValue, type WriteField } from "./fieldWriter";
import type { TextTools } from "./registry/texts";

export { noValue, type WriteField };

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
    return { tools, write: fieldWriter(row, tools) };
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
