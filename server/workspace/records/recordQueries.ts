import { sql, type Transaction } from "kysely";
import type { Resource } from "../../../domain/resource";
import { type Condition, type RowSource, tableSource } from "../listing";
import { announceChange } from "../../platform/changes";
import type { Tables } from "../../platform/database";

/**
 * Returns the table behind the rows of a schema that the program stores itself.
 * All lists over one row schema share its rows. The program keeps the fields
 * below if the row schema names them. All other fields are in `data`.
 */
export function recordSource(row: string): RowSource {
  // A constant, so that PostgreSQL uses the indexes of these rows.
  const rows = sql<boolean>`records.row_schema = ${sql.lit(row)}`;
  const nameOf = (column: "created_by" | "updated_by") => ({
    kind: "expression" as const,
    expression: sql<string | null>`(
      select full_name from users where users.id = ${sql.ref(`records.${column}`)})`,
  });
  return {
    ...tableSource({
      row,
      table: "records",
      rows,
      columns: {
        version: "version",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      fields: {
        createdBy: nameOf("created_by"),
        updatedBy: nameOf("updated_by"),
      },
    }),
    extra: "data",
  };
}

/** Returns the tables of the rows that resources with `store` keep. */
export const recordSources = (
  resources: readonly Pick<Resource, "row" | "store">[],
): RowSource[] => [...storedRows(resources)].map((row) => recordSource(row));

/** Returns the names of the row schemas whose rows the program stores itself. */
export const storedRows = (
  resources: readonly Pick<Resource, "row" | "store">[],
): ReadonlySet<string> =>
  new Set(resources.flatMap(({ row, store }) => (store ? [row] : [])));

/** The fields of a record that people have filled in. */
export type RecordData = Readonly<Record<string, unknown>>;

export type StoredRecord = { data: RecordData; version: number };

type Trx = Transaction<Tables>;

/** The author and the time of a change. */
type RecordAuthor = { userId: string; userName: string; at: Date };

/** Locks a record within the scope and returns it, or undefined if it does not exist. */
export async function lockRecord(
  trx: Trx,
  { id, scope }: { id: string; scope: Condition },
): Promise<StoredRecord | undefined> {
  return trx
    .selectFrom("records")
    .select(["data", "version"])
    .where("id", "=", id)
    .where(scope)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a record and returns its id. Its version is 1. */
export async function insertRecord(
  trx: Trx,
  {
    row,
    data,
    author,
  }: { row: string; data: RecordData; author: RecordAuthor },
): Promise<string> {
  const { userId, at } = author;
  const { id } = await trx
    .insertInto("records")
    .values({
      row_schema: row,
      data: JSON.stringify(data),
      created_at: at,
      created_by: userId,
      updated_at: at,
      updated_by: userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the data of a locked record and counts its version up. */
export async function replaceRecord(
  trx: Trx,
  { id, data, author }: { id: string; data: RecordData; author: RecordAuthor },
): Promise<void> {
  await trx
    .updateTable("records")
    .set({
      data: JSON.stringify(data),
      version: sql`version + 1`,
      updated_at: author.at,
      updated_by: author.userId,
    })
    .where("id", "=", id)
    .execute();
}

export const deleteRecord = (trx: Trx, id: string) =>
  trx.deleteFrom("records").where("id", "=", id).execute();

/** Adds a change to the history, from which followers learn of it. */
export async function addHistory(
  trx: Trx,
  change: {
    row: string;
    id: string;
    version: number;
    action: "create" | "update" | "remove";
    author: RecordAuthor;
    before: RecordData | null;
    after: RecordData | null;
  },
): Promise<void> {
  const { row, id, author, before, after, ...rest } = change;
  await trx
    .insertInto("record_history")
    .values({
      ...rest,
      row_schema: row,
      record_id: id,
      at: author.at,
      user_id: author.userId,
      user_name: author.userName,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute();
}

/** Returns the author and the time of a record's last change. */
export const findLastAuthor = (
  trx: Trx,
  { row, id }: { row: string; id: string },
): Promise<RecordAuthor | undefined> =>
  trx
    .selectFrom("record_history")
    .select(["user_id as userId", "user_name as userName", "at"])
    .where("row_schema", "=", row)
    .where("record_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Adds records without an author, such as demo data. */
export async function addRecords(
  trx: Trx,
  {
    row,
    rows,
    author,
  }: { row: string; rows: readonly RecordData[]; author: RecordAuthor },
): Promise<void> {
  await announceChange(trx, "records");
  for (const data of rows) {
    const id = await insertRecord(trx, { row, data, author });
    const change = { row, id, author, before: null, after: data };
    await addHistory(trx, { ...change, version: 1, action: "create" });
  }
}
