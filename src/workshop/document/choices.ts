import type { Filter, RowSchema } from "../../../domain/resource";
import type { Declaration } from "./types";

/** What a key of a declaration names, wherever it stands. */
const named: Readonly<Record<string, keyof Names>> = {
  field: "fields",
  fields: "fields",
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

/** What may be named in a declaration. */
export type Names = {
  fields: readonly string[];
  sorts: readonly string[];
  filters: readonly string[];
};

/** The kind of name that a key wants; undefined where it wants no name. */
export const namesWanted = (key: string): keyof Names | undefined =>
  Object.hasOwn(named, key) ? named[key] : undefined;

type Entry = { id?: unknown; field?: unknown };

/** The entries of a list; none where a broken declaration has no such list. */
export const entriesOf = (declaration: Declaration, list: string): Entry[] => {
  const found = declaration[list];
  return Array.isArray(found)
    ? (found as unknown[]).filter(
        (entry): entry is Entry => typeof entry === "object" && entry !== null,
      )
    : [];
};

/** The names that a declaration can use: the row's fields, its own parts. */
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

/** The label key of an entry of a list; undefined where it has none of its own. */
export function labelKey(list: string, entry: unknown): string | undefined {
  if (list !== "columns" && list !== "filters") return undefined;
  const { id, field } = (entry ?? {}) as Partial<Filter>;
  const name = list === "columns" ? id : (id ?? field);
  return typeof name === "string" && name !== ""
    ? `${list}.${name}`
    : undefined;
}
