import { fieldType, isDate, type Field, type Filter } from "../resource";
import type { FilterValue } from "./state";

/** Where the values of a filter come from and how they are written. */
export type FilterKind =
  | { kind: "choices"; of: "terms" | "enum" | "days" | "texts" }
  | { kind: Exclude<FilterValue["kind"], "choices"> };

/**
 * How a field is filtered, inferred from its schema: dictionary words and
 * enums by choices, numbers by a range, booleans by a flag, a date by from and
 * to or, when the declaration sends it under one name of its own, by chosen sale
 * days, lists by their entries, other text by what it begins with.
 */
export function filterKind(field: Field, filter: Filter): FilterKind {
  if (field["x-dictionary"])
    return {
      kind: "choices",
      of: field["x-words"] === "free" ? "texts" : "terms",
    };
  if (field.enum) return { kind: "choices", of: "enum" };
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
