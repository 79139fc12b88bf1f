import { CompiledQuery, sql } from "kysely";
import type { Viewer } from "../../../../domain/access";
import { toJapanIso } from "../../../../domain/japanTime";
import type { Field, RowSchema } from "../../../../domain/resource";
import type { KnownChanges } from "../../../platform/changes";
import type { Database } from "../../../platform/database";
import { prepared } from "../../../platform/database/prepared";
import { rememberByPair } from "../../../platform/remember";
import type { VisibleListing } from "../query/listingCall";
import { scopeCondition, scopeKey } from "../query/narrowing";
import type { DictionaryCache } from "../source/dictionaryCache";
import { extraReader } from "../source/extraType";
import { fieldValue } from "../source/fieldSql";
import { isComputed } from "../../../../domain/computed/rule";
import {
  fieldOf,
  sourceFor,
  storageOf,
  type FieldStorage,
  type RowSource,
} from "../source/rowSource";

/** A row of a reply. Its fields follow from the declaration. */
export type Row = Record<string, unknown>;

/** Returns a part of a row for each id: the computed fields of `fields`. */
export type ComputeFields = (
  ids: readonly string[],
  request: {
    viewer: Viewer;
    fields: readonly string[];
    /** The change numbers that the client has seen. */
    known?: KnownChanges | undefined;
  },
) => Promise<Row[]>;

/** The dependencies of reading rows of a table. */
export type RowReader = {
  database: Pick<Database, "kysely">;
  source: RowSource;
  dictionaries: DictionaryCache;
};
type Wanted = VisibleListing & {
  ids: readonly string[];
  fields: readonly string[];
};

/** A row that was read, and its change number if its table has them. */
export type ReadRow = { id: string; version: number | undefined; row: Row };

/**
 * Reads the rows with these ids, in that order, with the wanted fields: words
 * for dictionary ids, moments in Japan time. Ids outside the list's scope are
 * left out. Computed fields are added by the area.
 */
export const readRows = async (
  reader: RowReader,
  wanted: Wanted,
): Promise<Row[]> => (await readVersions(reader, wanted)).map(({ row }) => row);

/** Reads rows as `readRows` does, with their ids and change numbers. */
export async function readVersions(
  reader: RowReader,
  wanted: Wanted,
): Promise<ReadRow[]> {
  const { database, dictionaries, source } = reader;
  const { ids, row } = wanted;
  if (ids.length === 0) return [];
  const { kysely } = database;
  const { columns, compiled } = selectionOf(row, source, {
    source,
    kysely,
    wanted,
  });
  const parameters = [...compiled.parameters.slice(0, -1), ids];
  const { rows } = await kysely.executeQuery<Row>(
    CompiledQuery.raw(compiled.sql, parameters),
  );
  await dictionaries.load(wordsOf(columns, rows), kysely);
  const byId = new Map(rows.map((found) => [found["?id"], found]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    if (!found) return [];
    const number = found["?version"];
    const version = number ? Number(number) : undefined;
    return [{ id, version, row: toRow(columns, found, dictionaries) }];
  });
}

type Selecting = {
  source: RowSource;
  kysely: Database["kysely"];
  wanted: Wanted;
};

/**
 * How fields are selected and read, made once for the same fields and the same scope.
 * The last parameter of the statement is the array of ids.
 */
const selectionOf = rememberByPair(
  selectFields,
  ({ source, wanted }) =>
    `${wanted.fields.join(" ")}, ${scopeKey(source, wanted)} ${viewerKey(source, wanted)}`,
);

/** Fields that depend on the viewer are selected for that viewer alone. */
const viewerKey = (
  source: RowSource,
  { viewer, scopeViewer = viewer }: VisibleListing,
): string => (source.fieldsFor ? scopeViewer.userId : "");

function selectFields(
  row: RowSchema,
  ofTable: RowSource,
  { kysely, wanted }: Selecting,
) {
  const source = sourceFor(ofTable, wanted);
  const columns = wanted.fields.flatMap((name) => {
    const storage = storageOf(source, name);
    const field = fieldOf(row, name);
    return storage.kind === "computed" || isComputed(field)
      ? []
      : [columnOf({ name, storage, field })];
  });
  const selected = columns.flatMap(({ name, storage, field }) =>
    storage.kind === "extra"
      ? []
      : [sql`${fieldValue(source, name, field)} as ${sql.ref(name)}`],
  );
  // All fields of `extra` are read from this one column.
  const extra =
    source.extra && columns.some(({ storage }) => storage.kind === "extra")
      ? [sql`${sql.ref(`${source.table}.${source.extra}`)} as "?extra"`]
      : [];
  const version = source.changes
    ? [
        sql`${sql.ref(`${source.table}.${source.changes.column}`)} as "?version"`,
      ]
    : [];
  const id = sql.ref(`${source.table}.${source.id}`);
  const all = [sql`${id}::text as "?id"`, ...version, ...selected, ...extra];
  const statement = sql`
    select ${prepared} ${sql.join(all)} from ${sql.table(source.table)}
    where ${scopeCondition(source, wanted)}
      and ${id} = any(${[]}::bigint[])`;
  return { columns, compiled: statement.compile(kysely) };
}

type Named = { name: string; storage: FieldStorage; field: Field };
type Column = Named & {
  read: (found: Row, dictionaries: DictionaryCache) => unknown;
};

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

function toRow(
  columns: readonly Column[],
  found: Row,
  dictionaries: DictionaryCache,
): Row {
  const row: Row = {};
  for (const { name, field, read } of columns) {
    const value = read(found, dictionaries);
    if (value !== null || isNullable(field)) row[name] = value;
  }
  return row;
}

function columnOf(named: Named): Column {
  const { name, storage, field } = named;
  if (storage.kind === "extra") {
    const read = extraReader(storage.key, field);
    return { ...named, read: (found) => read(found["?extra"] as Row) };
  }
  return {
    ...named,
    read: (found, dictionaries) => toValue(storage, found[name], dictionaries),
  };
}

function toValue(
  storage: FieldStorage,
  value: unknown,
  dictionaries: DictionaryCache,
): unknown {
  if (value instanceof Date) return toJapanIso(value);
  if (storage.kind === "term")
    return typeof value === "number"
      ? (dictionaries.find(storage.dictionary, value)?.name ?? null)
      : null;
  if (storage.kind === "list") return value ?? [];
  return value ?? null;
}

function isNullable({ type, enum: choices }: Field): boolean {
  if (choices) return choices.includes(null);
  return Array.isArray(type) && type.includes("null");
}
