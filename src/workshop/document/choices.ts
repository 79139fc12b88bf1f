import { cellTypes } from "../../../generated/registeredNames";
import type { Filter, RowSchema } from "../../../domain/resource";
import type { Declaration } from "./draft";
import { nameOf } from "./mergeForm";

/**
 * The kind of name that a value refers to, by the end of its path: the keys of the
 * declaration without the indexes of lists.
 */
const kinds: Readonly<Record<string, keyof Names>> = {
  field: "fields",
  fields: "fields",
  summary: "fields",
  key: "fields",
  "card/title": "fields",
  "card/badge": "fields",
  "card/due": "fields",
  "card/lines": "fields",
  "card/price": "fields",
  "card/amounts": "fields",
  "card/status": "fields",
  "card/mark": "fields",
  exported: "fields",
  boards: "fields",
  "chart/x": "fields",
  "chart/y": "fields",
  "chart/by": "filters",
  "chart/caption": "filters",
  "refersTo/by": "fields",
  "related/by": "fields",
  "lead/due": "fields",
  "timelines/state": "fields",
  "steps/on": "fields",
  "steps/planned": "fields",
  "columns/cell": "cells",
  "columns/sort": "sorts",
  "filters/by": "filters",
  "filters/resets": "filters",
  "tabs/filter": "filters",
};

/** The names that a declaration can refer to. */
export type Names = {
  fields: readonly string[];
  sorts: readonly string[];
  filters: readonly string[];
  cells: readonly string[];
};

/** Returns the kind of name at a path of keys, undefined for other values. */
export function nameKind(path: readonly string[]): keyof Names | undefined {
  const end = [path.slice(-2).join("/"), path.at(-1) ?? ""];
  const known = end.find((key) => Object.hasOwn(kinds, key));
  return known === undefined ? undefined : kinds[known];
}

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

/** Returns the entry of a list that has a name. */
export const entryNamed = (
  declaration: Declaration,
  list: string,
  name: string | undefined,
): Entry | undefined =>
  entriesOf(declaration, list).find((entry) => nameOf(entry) === name);

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
    cells: Object.keys(cellTypes),
  };
}

/** Returns the label key of a column, filter, action, timeline or section of the form: `columns.price`. */
export function labelKey(list: string, entry: unknown): string | undefined {
  const prefix = labelPrefixes[list];
  if (prefix === undefined) return undefined;
  const { id, field } = (entry ?? {}) as Partial<Filter>;
  const name = list === "filters" ? (id ?? field) : id;
  return typeof name === "string" && name !== ""
    ? `${prefix}.${name}`
    : undefined;
}

/** The labels of the entries of a list. */
const labelPrefixes: Readonly<Record<string, string>> = {
  columns: "columns",
  filters: "filters",
  actions: "actions",
  sections: "form",
  timelines: "timelines",
};

/** Returns the field that labels an entry without a label of its own. */
export function firstField(entry: unknown): string | undefined {
  const { field, fields } = (entry ?? {}) as {
    field?: unknown;
    fields?: unknown;
  };
  const name = Array.isArray(fields) ? (fields as unknown[])[0] : field;
  return typeof name === "string" ? name : undefined;
}
