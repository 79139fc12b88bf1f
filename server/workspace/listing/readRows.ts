import { sql } from "kysely";
import { toJapanIso } from "../../../domain/japanTime";
import type { Field } from "../../../domain/resource";
import type { Database } from "../../platform/database";
import { fieldValue } from "./fieldSql";
import type { ListingQuery } from "./narrowing";
import {
  fieldOf,
  storageOf,
  type FieldStorage,
  type RowSource,
} from "./rowSource";
import type { Words } from "./words";

/** A row of a reply; its fields are those of the declaration at run time. */
export type Row = Record<string, unknown>;

type Reader = {
  database: Pick<Database, "kysely">;
  source: RowSource;
  words: Words;
};
type Wanted = Omit<ListingQuery, "state"> & {
  ids: readonly string[];
  fields: readonly string[];
};

/**
 * The rows with these ids, in their order, each with the wanted fields as
 * schema values: words for dictionary ids, moments in Japan time. An id
 * outside the viewer's scope has no row. Computed fields are left to the area.
 */
export async function readRows(reader: Reader, wanted: Wanted): Promise<Row[]> {
  const { database, source } = reader;
  const { ids, row, resource, viewer } = wanted;
  if (ids.length === 0) return [];
  const columns = wanted.fields.flatMap((name) => {
    const storage = storageOf(source, name);
    const field = fieldOf(row, name);
    return storage.kind === "computed" ? [] : [{ name, storage, field }];
  });
  const id = sql.ref(`${source.table}.${source.id}`);
  const selected = columns.map(
    ({ name, storage, field }) =>
      sql`${selectedValue(source, name, { storage, field })} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Row>`
    select ${sql.join([sql`${id}::text as "?id"`, ...selected])}
    from ${sql.table(source.table)}
    where ${source.scope({ resource, viewer })} and ${id} = any(${ids}::bigint[])`.execute(
    database.kysely,
  );
  await reader.words.load(wordsOf(columns, rows));
  const byId = new Map(rows.map((one) => [one["?id"], one]));
  return ids.flatMap((one) => {
    const found = byId.get(one);
    return found ? [toRow(columns, found, reader.words)] : [];
  });
}

type Column = { name: string; storage: FieldStorage; field: Field };

/** JSON stays JSON: it keeps its types by itself. */
function selectedValue(
  source: RowSource,
  name: string,
  { storage, field }: Pick<Column, "storage" | "field">,
) {
  return storage.kind === "extra"
    ? sql`${sql.ref(`${source.table}.${storage.column}`)} -> ${sql.lit(storage.key)}`
    : fieldValue(source, name, field);
}

const wordsOf = (columns: readonly Column[], rows: readonly Row[]) =>
  columns.flatMap(({ name, storage }) =>
    storage.kind === "term"
      ? rows.flatMap((row) => {
          const id = row[name];
          return typeof id === "number"
            ? [{ kind: storage.dictionary, id }]
            : [];
        })
      : [],
  );

function toRow(columns: readonly Column[], found: Row, words: Words): Row {
  const row: Row = {};
  for (const column of columns) {
    const value = toValue(column, found[column.name], words);
    if (value !== null || isNullable(column.field)) row[column.name] = value;
  }
  return row;
}

function toValue({ storage }: Column, value: unknown, words: Words): unknown {
  if (value instanceof Date) return toJapanIso(value);
  if (storage.kind === "term")
    return typeof value === "number"
      ? (words.find(storage.dictionary, value)?.name ?? null)
      : null;
  if (storage.kind === "list") return value ?? [];
  return value ?? null;
}

const isNullable = (field: Field): boolean =>
  Array.isArray(field.type) && field.type.includes("null");
