import { useLocaleState, useTranslate } from "ra-core";
import { useMemo, type ReactNode } from "react";
import type { RowSchema } from "../../domain/resource";
import { useRole } from "../providers/session";
import { FieldTextContext, fieldWriter, type TextTools } from "./fieldText";

/** Returns the viewer's translations, language and role, outside of any provider too. */
export function useViewerTools(): TextTools {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const role = useRole();
  return useMemo(
    () => ({ translate, locale, role }),
    [translate, locale, role],
  );
}

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
  const tools = useViewerTools();
  const value = useMemo(
    () => ({ row, tools, write: fieldWriter(row, tools) }),
    [row, tools],
  );
  return <FieldTextContext value={value}>{children}</FieldTextContext>;
}
