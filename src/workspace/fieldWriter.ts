import type { RowSchema } from "../../domain/resource";
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

/** Returns a function that writes the fields of a row schema for the viewer. */
export function fieldWriter(
  row: Pick<RowSchema, "$id" | "properties">,
  tools: TextTools,
): WriteField {
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
