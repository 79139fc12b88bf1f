import { sql, type Transaction } from "kysely";
import {
  fileEntries,
  isFileField,
  type FileEntry,
} from "../../../domain/fileField";
import type { RowSchema } from "../../../domain/resource";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../../platform/database";
import { failure, fieldFailure, type Failure } from "../../platform/errors";
import type { RecordAuthor, RecordData } from "./recordQueries";

/** Uploads of one user that no record has yet, and uploads of one user at once. */
const mostWaiting = 200;
const mostArriving = 3;
/** An upload that no record has got for a day is removed. */
export const unsavedDays = 1;
/** Before its end an upload is no longer accepted, so that no record loses its file. */
const acceptedHours = 23;

type NewFile = {
  row: string;
  field: string;
  uploaderId: string;
  key: string;
  name: string;
  now: Date;
};

/**
 * Records an upload for a field of a record that is not saved yet, and returns its id.
 * Throws files_waiting if too many files of the user wait for a record, and
 * too_many_requests if too many arrive at once.
 */
export const beginRecordFile = (
  database: Database,
  { row, field, uploaderId, key, name, now }: NewFile,
): Promise<string> =>
  inTransaction(database, async (trx) => {
    const lock = `record files of ${uploaderId}`;
    await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(trx);
    const { waiting, arriving } = await trx
      .selectFrom("record_files")
      .select([
        sql<string>`count(stored_at)`.as("waiting"),
        sql<string>`count(*) filter (where stored_at is null)`.as("arriving"),
      ])
      .where("uploader_id", "=", uploaderId)
      .where("record_id", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(waiting) >= mostWaiting) throw failure("files_waiting");
    if (Number(arriving) >= mostArriving)
      throw failure("too_many_requests", { retryAfter: 10 });
    const { id } = await trx
      .insertInto("record_files")
      .values({
        ...{ row_schema: row, field, uploader_id: uploaderId, key, name },
        ...{ started_at: now, released_at: now },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });

/** Completes an upload whose bytes are stored. */
export const finishRecordFile = (
  { kysely }: Pick<Database, "kysely">,
  { id, ...stored }: { id: string; type: string; size: number; now: Date },
) =>
  kysely
    .updateTable("record_files")
    .set({ type: stored.type, size: stored.size, stored_at: stored.now })
    .where("id", "=", id)
    .execute();

export const forgetRecordFile = (
  { kysely }: Pick<Database, "kysely">,
  key: string,
) => kysely.deleteFrom("record_files").where("key", "=", key).execute();

/** A stored file with the record that has it, or null for an upload without a record. */
export type FoundRecordFile = {
  key: string;
  name: string;
  type: string;
  size: number;
  row: string;
  field: string;
  recordId: string | null;
  uploaderId: string;
};

/** Returns a file that a record has or that waits for its record. */
export const findRecordFile = (
  { kysely }: Pick<Database, "kysely">,
  id: string,
): Promise<FoundRecordFile | undefined> =>
  kysely
    .selectFrom("record_files")
    .select(["key", "name", "type", "size", "row_schema as row", "field"])
    .select(["record_id as recordId", "uploader_id as uploaderId"])
    .where("id", "=", id)
    .where("stored_at", "is not", null)
    .where((where) =>
      where.or([
        where("record_id", "is", null),
        where("holder", "is not", null),
      ]),
    )
    .executeTakeFirst();

/** Returns the keys of stored files of records. */
export async function recordFileKeys({
  longRunning,
}: Pick<Database, "longRunning">): Promise<string[]> {
  const rows = await longRunning
    .selectFrom("record_files")
    .select("key")
    .where("stored_at", "is not", null)
    .execute();
  return rows.map(({ key }) => key);
}

type Trx = Transaction<Tables>;

const fileFields = ({ properties }: RowSchema): string[] =>
  Object.entries(properties).flatMap(([name, field]) =>
    isFileField(field) ? [name] : [],
  );

/** Returns the ids of the files in the fields of a record. */
const filesIn = (row: RowSchema, data: RecordData | null): string[] =>
  fileFields(row).flatMap((name) => idsIn(data?.[name]));

const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? (value as { id?: unknown }[]).map(({ id }) => String(id))
    : [];

/**
 * Returns the data of a record with the name, type and size of each file as they are
 * stored, and locks the files. Throws 422 beside the field for a file that does not exist
 * any more, is named twice, belongs to another record or field, or that somebody else has
 * uploaded.
 */
export async function withStoredFiles(
  trx: Trx,
  {
    row,
    data,
    before,
    recordId,
    author,
  }: {
    row: RowSchema;
    data: RecordData;
    /** The stored data, whose files stay as they are. */
    before: RecordData | null;
    /** Null for a new record. */
    recordId: string | null;
    author: RecordAuthor;
  },
): Promise<RecordData> {
  const changed: Record<string, unknown> = {};
  for (const field of fileFields(row)) {
    const ids = idsIn(data[field]);
    if (ids.length === 0) {
      if (Array.isArray(data[field])) changed[field] = null;
      continue;
    }
    const known = new Map(
      fileEntries(before?.[field]).map((file) => [file.id, file]),
    );
    const added = await lockFiles(
      trx,
      ids.filter((id) => !known.has(id)),
      { row: row.$id, field, recordId, author },
    );
    const files = ids.flatMap((id) => known.get(id) ?? added.get(id) ?? []);
    if (files.length < ids.length || new Set(ids).size < ids.length)
      throw fileGone(field, data[field], [...known.keys(), ...added.keys()]);
    changed[field] = files.map(({ id, name, type, size }) => ({
      ...{ id, name, type, size },
    }));
  }
  return { ...data, ...changed };
}

/** Returns the refusal of the first file that is not among the known ones, by its sent name. */
function fileGone(
  field: string,
  value: unknown,
  known: readonly string[],
): Failure {
  const sent = Array.isArray(value)
    ? (value as { id?: unknown; name?: unknown }[])
    : [];
  const name = sent.find(({ id }) => !known.includes(String(id)))?.name;
  return typeof name === "string"
    ? failure("file_gone", {
        errors: {
          [field]: [{ key: "errors.fields.fileGone", values: { name } }],
        },
      })
    : fieldFailure(field, "file_gone");
}

/** Locks the files that the author may give to a field of a record, and returns them by id. */
async function lockFiles(
  trx: Trx,
  ids: readonly string[],
  {
    row,
    field,
    recordId,
    author,
  }: {
    row: string;
    field: string;
    recordId: string | null;
    author: RecordAuthor;
  },
): Promise<Map<string, Omit<FileEntry, "address">>> {
  if (ids.length === 0) return new Map();
  const oldest = new Date(author.at.getTime() - acceptedHours * 3_600_000);
  const found = await trx
    .selectFrom("record_files")
    .select(["id", "name", "type", "size"])
    .where("id", "in", ids)
    .where("row_schema", "=", row)
    .where("field", "=", field)
    .where("stored_at", "is not", null)
    .where((where) =>
      where.or([
        where.and([
          where("record_id", "is", null),
          where("uploader_id", "=", author.userId),
          where("released_at", ">", oldest),
        ]),
        // A file that the record had before, such as after a conflict.
        ...(recordId === null ? [] : [where("record_id", "=", recordId)]),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(found.map((file) => [file.id, file]));
}

/**
 * Gives a record that was added or changed the files of its data, and releases the files that
 * it no longer has: a job removes them once the history that names them has ended.
 */
export async function linkFiles(
  trx: Trx,
  {
    row,
    id,
    before,
    after,
    at,
  }: {
    row: RowSchema;
    id: string;
    before: RecordData | null;
    after: RecordData;
    at: Date;
  },
): Promise<void> {
  const had = filesIn(row, before);
  const has = filesIn(row, after);
  const added = has.filter((file) => !had.includes(file));
  const released = had.filter((file) => !has.includes(file));
  if (added.length > 0)
    await trx
      .updateTable("record_files")
      .set({ record_id: id, holder: id, released_at: null })
      .where("id", "in", added)
      .execute();
  if (released.length > 0) await releaseFiles(trx, { id, at, files: released });
}

/** Releases files of a record, by default all of them, such as before its removal. */
export async function releaseFiles(
  trx: Trx,
  { id, at, files }: { id: string; at: Date; files?: readonly string[] },
): Promise<void> {
  await trx
    .updateTable("record_files")
    .set({ holder: null, released_at: at })
    .where("holder", "=", id)
    .$if(files !== undefined, (query) => query.where("id", "in", files ?? []))
    .execute();
}
