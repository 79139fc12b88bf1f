import { fieldType, isDate, type Field, type Filter } from "../resource";
import type { FilterValue } from "./state";

/** The source and the notation of a filter's values. */
export type FilterKind =
  | { kind: "choices"; of: "terms" | "enum" | "days" | "texts" | "codes" }
  | { kind: Exclude<FilterValue["kind"], "choices"> };

/**
 * Returns the pattern of a field's codes: two letters of a country, else an id or a
 * number code.
 */
export const codePattern = (field: Field): string =>
  field["x-shown"] === "country" ? "[A-Z]{2}" : "[1-9]\\d{0,15}";

/**
 * Returns the kind of filter for a field, inferred from its schema. Dictionary
 * words, enums, codes and lists have choices, numbers a range, booleans a flag,
 * and other texts a prefix. A date has from and to, or choices of sale days if the
 * declaration sends it as one parameter.
 */
export function filterKind(field: Field, filter: Filter): FilterKind {
  if (field["x-dictionary"])
    return {
      kind: "choices",
      of: field["x-words"] === "free" ? "texts" : "terms",
    };
  if (field.enum) return { kind: "choices", of: "enum" };
  if (field["x-code"]) return { kind: "choices", of: "codes" };
  if (isDate(field))
    return typeof filter.send === "string"
      ? { kind: "choices", of: "days" }
      : { kind: "dates" };
  const type = fieldType(field);
  if (type === "integer" || type === "number") return { kind: "range" };
  if (type === "boolean") return { kind: "flag" };
  if (type === "array") return { kind: "choices", of: "texts" };
  return { kind: "text" };
}
