import type { Filter, RowSchema } from "../../../domain/resource";
import type { Declaration } from "./types";

/** The kind of name that the value of a declaration's key refers to. */
const kinds: Readonly<Record<string, keyof Names>> = {
  field: "fields",
  fields: "fields",
  summary: "fields",
  key: "fields",
  title: "fields",
  badge: "fields",
  lines: "fields",
  price: "fields",
  status: "fields",
  sort: "sorts",
  by: "filters",
  resets: "filters",
  filter: "filters",
};

/** The names that a declaration can refer to. */
export type Names = {
  fields: readonly string[];
  sorts: readonly string[];
  filters: readonly string[];
};

/** Returns which kind of name a key holds, undefined for other values. */
export const nameKind = (key: string): keyof Names | undefined =>
  Object.hasOwn(kinds, key) ? kinds[key] : undefined;

type Entry = { id?: unknown; field?: unknown };

/** Returns the objects in a list of the declaration, even if it is invalid. */
export const entriesOf = (declaration: Declaration, list: string): Entry[] => {
  const entries = declaration[list];
  return Array.isArray(entries)
    ? (entries as unknown[]).filter(
        (entry): entry is Entry => typeof entry === "object" && entry !== null,
      )
    : [];
};

/** Returns the fields of the row, and the sorts and filters of the declaration. */
export function namesOf(declaration: Declaration, row: RowSchema): Names {
  const idsOf = (list: string) =>
    entriesOf(declaration, list)
      .map(({ id, field }) => id ?? field)
      .filter((id) => typeof id === "string");
  return {
    fields: Object.keys(row.properties),
    sorts: idsOf("sorts"),
    filters: idsOf("filters"),
  };
}

/** Returns the label key of a column or filter: `columns.price`. */
export function labelKey(list: string, entry: unknown): string | undefined {
  if (list !== "columns" && list !== "filters") return undefined;
  const { id, field } = (entry ?? {}) as Partial<Filter>;
  const name = list === "columns" ? id : (id ?? field);
  return typeof name === "string" && name !== ""
    ? `${list}.${name}`
    : undefined;
}

/** Returns the field that labels an entry without a label of its own. */
export function firstField(entry: unknown): string | undefined {
  const { field, fields } = (entry ?? {}) as {
    field?: unknown;
    fields?: unknown;
  };
  const name = Array.isArray(fields) ? (fields as unknown[])[0] : field;
  return typeof name === "string" ? name : undefined;
}
