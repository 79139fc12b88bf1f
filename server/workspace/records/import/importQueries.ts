import { sql, type Kysely, type Transaction } from "kysely";
import type { Tables } from "../../../platform/database";
import type { AnyAuthor, PreparedRecord, RecordAuthor } from "../recordQueries";
import type { StoredRow } from "./storedRows";

type Trx = Transaction<Tables>;

/** The class of the advisory locks that hold all other writers of a row schema. */
const importLocks = 0x5e22;

/**
 * Waits for all other writers of the rows of a schema, and holds all writers until the
 * transaction ends.
 */
export const lockRows = (trx: Trx, row: string) =>
  sql`select pg_advisory_xact_lock(${sql.lit(importLocks)}, hashtext(${row}))`.execute(
    trx,
  );

/** Waits for an import of rows of the schema, and holds further imports. */
export const awaitImport = (trx: Trx, row: string) =>
  sql`select pg_advisory_xact_lock_shared(
    ${sql.lit(importLocks)}, hashtext(${row}))`.execute(trx);

/** The numbers of rows that a batch has written or left as they are. */
export type BatchCounts = Pick<
  Tables["record_imports"],
  "added" | "changed" | "ended" | "removed" | "left_out"
>;

/** A batch before it has its id. */
export type NewBatch = {
  resource: string;
  row: string;
  author: RecordAuthor;
  fileName: string;
  /** The import that the batch undoes. */
  undoes: string | null;
  counts: BatchCounts;
};

/** Adds a batch and returns its id. */
export async function addBatch(
  trx: Trx,
  { resource, row, author, fileName, undoes, counts }: NewBatch,
): Promise<string> {
  const { userId, userName, at } = author;
  const { id } = await trx
    .insertInto("record_imports")
    .values({
      ...{ resource, row_schema: row, undoes, file_name: fileName, at },
      ...{ user_id: userId, user_name: userName, ...counts },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** `batch` is null for a change that no import has made. */
type Written = { row: string; batch: string | null; author: AnyAuthor };

/** Adds records with their history, as `writeRecord` does for one record. */
export async function addMany(
  trx: Trx,
  { row, batch, author }: Written,
  rows: readonly PreparedRecord[],
): Promise<void> {
  const { userId, userName, at } = author;
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (after jsonb, "uniqueKey" text, "ownerId" bigint)),
    added as (
      insert into records (row_schema, data, unique_key, owner_id,
        created_at, created_by, updated_at, updated_by)
      select ${row}, after, "uniqueKey", "ownerId",
        ${at}::timestamptz, ${userId}::bigint, ${at}::timestamptz, ${userId}::bigint
      from given
      returning id, version, data, owner_id)
    insert into record_history (row_schema, record_id, version, action, at,
      user_id, user_name, before, after, import_id, owner_id)
    select ${row}, id, version, 'create', ${at}::timestamptz,
      ${userId}::bigint, ${userName}, null, data, ${batch}::bigint, owner_id
    from added`.execute(trx);
}

/**
 * Replaces the data of records in the versions that were read, with their history. Returns
 * the number of records; fewer than given if another version is stored.
 */
export async function changeMany(
  trx: Trx,
  { row, batch, author }: Written,
  rows: readonly (PreparedRecord & { stored: StoredRow })[],
): Promise<number> {
  const { userId, userName, at } = author;
  const given = rows.map(({ stored, ...prepared }) => ({
    ...{ id: stored.id, version: stored.version, before: stored.data },
    ...prepared,
  }));
  const { numAffectedRows } = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (id bigint, version integer, before jsonb, after jsonb,
          "uniqueKey" text, "ownerId" bigint)),
    changed as (
      update records
      set data = given.after, unique_key = given."uniqueKey",
        owner_id = coalesce(given."ownerId", records.owner_id),
        version = records.version + 1,
        updated_at = ${at}::timestamptz, updated_by = ${userId}::bigint
      from given
      where records.id = given.id and records.version = given.version
        and records.row_schema = ${row}
      returning records.id, records.version, records.owner_id,
        given.before, given.after)
    insert into record_history (row_schema, record_id, version, action, at,
      user_id, user_name, before, after, import_id, owner_id)
    select ${row}, id, version, 'update', ${at}::timestamptz,
      ${userId}::bigint, ${userName}, before, after, ${batch}::bigint, owner_id
    from changed`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Removes records in the versions that were read, with their history. */
export async function removeMany(
  trx: Trx,
  { row, batch, author }: Written,
  rows: readonly Pick<StoredRow, "id" | "version">[],
): Promise<void> {
  const { userId, userName, at } = author;
  const given = rows.map(({ id, version }) => ({ id, version }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (id bigint, version integer)),
    removed as (
      delete from records using given
      where records.id = given.id and records.version = given.version
        and records.row_schema = ${row}
      returning records.id, records.version, records.data, records.owner_id)
    insert into record_history (row_schema, record_id, version, action, at,
      user_id, user_name, before, after, import_id, owner_id)
    select ${row}, id, version + 1, 'remove', ${at}::timestamptz,
      ${userId}::bigint, ${userName}, data, null, ${batch}::bigint, owner_id
    from removed`.execute(trx);
}

/** Returns the batches of a list, the newest first, each with its undo if it has one. */
export const findBatches = (
  kysely: Kysely<Tables>,
  { resource, limit }: { resource: string; limit: number },
) =>
  kysely
    .selectFrom("record_imports as batch")
    .leftJoin("record_imports as undo", "undo.undoes", "batch.id")
    .select([
      "batch.id",
      "batch.at",
      "batch.user_name as user",
      "batch.file_name as fileName",
      "batch.added",
      "batch.changed",
      "batch.ended",
      "batch.left_out as leftOut",
      "undo.at as undoneAt",
      "undo.user_name as undoneBy",
    ])
    .where("batch.resource", "=", resource)
    .where("batch.undoes", "is", null)
    .orderBy("batch.id", "desc")
    .limit(limit)
    .execute();
