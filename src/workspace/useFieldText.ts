import { useCallback } from "react";
import { useLocaleState, useTranslate } from "ra-core";
import type { RowSchema } from "../../domain/resource";
import { useSession } from "../providers/session";
import { fieldSubject } from "./registry/fields";
import { best } from "./registry/rank";
import "./registry/standardTexts";
import { texts, type TextTools } from "./registry/texts";

/** What stands where a row has no value. */
export const missing = "--";

/** The viewer's language and role, for what writes values as text. */
export function useTextTools(): TextTools {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const session = useSession();
  const role = session.status === "authenticated" ? session.role : "unknown";
  return { translate, locale, role };
}

/** Writes a field's value for the viewer: units, Japan time, choices, yen. */
export function useFieldText(
  row: RowSchema,
): (name: string, value: unknown) => string {
  const { translate, locale, role } = useTextTools();
  return useCallback(
    (name, value) => {
      if (!isWritable(value)) return missing;
      const subject = fieldSubject(row, name);
      const tools = { translate, locale, role };
      return best(texts, subject)({ subject, value, tools });
    },
    [row, translate, locale, role],
  );
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
