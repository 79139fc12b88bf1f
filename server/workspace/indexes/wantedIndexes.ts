import { createHash } from "node:crypto";
import { sql } from "kysely";
import {
  fieldType,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { extraForm, filterForm, type ExtraForm } from "../listing/extraSql";
import { storageOf, type RowSource } from "../listing/rowSource";
import { sqlText } from "./sqlText";

/** An index over a field of `extra`, on the table of one area's rows. */
export type WantedIndex = {
  name: string;
  table: string;
  /** What follows `on <table>` in the statement that makes it. */
  definition: string;
};

/** What the indexes of a set of declarations follow from. */
export type IndexedSet = {
  resources: readonly Resource[];
  /** The schema of a row, by its id. */
  row: (id: string) => RowSchema;
  /** The table behind a row; none for rows that are kept elsewhere. */
  sourceOf: (row: string) => RowSource | undefined;
};

/** The names of our own indexes; no other is ever dropped. */
export const ownIndexName = "^auto_[a-z0-9_]+_[0-9a-f]{10}$";
const longestName = 63;

/**
 * The indexes that a set of declarations asks for: one for each filter, and
 * each sort whose order is that of the values, over a field without a column
 * of its own, on the table of the list's area. Its expression is the very one
 * of the condition; a name stands for one area, field and expression, so that
 * an index made earlier is known again.
 */
export function wantedIndexes(set: IndexedSet): WantedIndex[] {
  const byName = new Map<string, WantedIndex>();
  for (const resource of set.resources)
    for (const index of ofResource(resource, set))
      byName.set(index.name, index);
  return [...byName.values()];
}

function ofResource(
  resource: Resource,
  { row, sourceOf }: IndexedSet,
): WantedIndex[] {
  const { pageType: area, filters, sorts, defaultOrder } = resource;
  const source = sourceOf(resource.row);
  if (area === undefined || !source?.partition) return [];
  const table = source.partition(area);
  const { properties } = row(resource.row);
  const indexOf = (
    name: string,
    formOf: (field: Field) => ExtraForm | null,
  ) => {
    const field = properties[name];
    const storage = storageOf(source, name);
    const form = field && storage.kind === "extra" ? formOf(field) : null;
    if (!field || storage.kind !== "extra" || form === null) return [];
    const place = { column: sql.ref(storage.column), key: storage.key };
    const expression = sqlText(extraForm(place, field, form));
    const method = form === "entries" ? "gin" : "btree";
    const definition = `using ${method} ((${expression}))`;
    const readable = `auto_${area}_${name}_${form}`;
    return [
      { name: nameOf({ readable, table, definition }), table, definition },
    ];
  };
  return [
    ...filters.flatMap((filter) =>
      indexOf(filter.field, (field) => filterForm(field, filter)),
    ),
    ...[...sorts, ...(defaultOrder ? [defaultOrder] : [])].flatMap((sort) =>
      indexOf(sort.field, sortForm),
    ),
  ];
}

/** Choices are ordered by what is left of them, lists by all their entries. */
const sortForm = (field: Field): ExtraForm | null =>
  field.enum || fieldType(field) === "array" ? null : "value";

function nameOf(options: {
  readable: string;
  table: string;
  definition: string;
}): string {
  const { readable, table, definition } = options;
  const hash = createHash("sha256")
    .update(JSON.stringify([readable, table, definition]))
    .digest("hex")
    .slice(0, 10);
  const plain = readable.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return `${plain.slice(0, longestName - hash.length - 1)}_${hash}`;
}
