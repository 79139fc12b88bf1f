import { sql, type Kysely, type Transaction } from "kysely";
import type { Viewer } from "../../../domain/access";
import { readableOwners } from "../../../domain/readableOwners";
import type { Resource, RowSchema } from "../../../domain/resource";
import { announceChange } from "../../platform/changes";
import type { Database, Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Condition } from "../listing";

/**
 * Throws row_limit if the author has as many rows as the list allows: in all, where rows belong
 * to their authors, or of one record, where they belong to its owner. Managers have no limit
 * for one record. A lock of the author's row lets one transaction at a time count and add.
 */
export async function assertRoom(
  trx: Trx,
  { row, owner }: Pick<Resource, "row" | "owner">,
  { viewer, data }: { viewer: Viewer; data: RecordData },
): Promise<void> {
  const { userId } = viewer;
  const { most, of, mostOfRecord } = owner ?? {};
  const isLimited =
    most !== undefined ||
    (mostOfRecord !== undefined && readableOwners(viewer) !== "anyone");
  if (!isLimited) return;
  await lockAuthor(trx, userId);
  const own = trx
    .selectFrom("records")
    .where("row_schema", "=", row)
    .select(({ fn }) => fn.countAll<string>().as("count"));
  const { count } = await (
    of === undefined
      ? own.where("owner_id", "=", userId)
      : own
          .where("created_by", "=", userId)
          .where(sql<boolean>`data ->> ${of} = ${data[of]}`)
  ).executeTakeFirstOrThrow();
  if (Number(count) >= (most ?? mostOfRecord ?? 0)) throw failure("row_limit");
}

/** Locks an author, so that two writes of one author wait for each other. */
export const lockAuthor = (trx: Trx, userId: string) =>
  sql`select id from users where id = ${userId} for update`.execute(trx);

/** Returns how many rows of a schema are stored, whether or not a list shows them. */
export async function countRecords(
  { kysely }: Pick<Database, "kysely">,
  row: string,
): Promise<number> {
  const { count } = await kysely
    .selectFrom("records")
    .where("row_schema", "=", row)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The fields of a record that people have filled in. */
export type RecordData = Readonly<Record<string, unknown>>;

export type StoredRecord = { data: RecordData; version: number };

type Trx = Transaction<Tables>;

/** A person who changes records, and the time. */
export type RecordAuthor = { userId: string; userName: string; at: Date };

/** The author of a change, which may be the program, without an id. */
export type AnyAuthor = Omit<RecordAuthor, "userId"> & {
  userId: string | null;
};

/** Locks a record within the scope and returns it, or undefined if it does not exist. */
export async function lockRecord(
  trx: Trx,
  { id, scope }: { id: string; scope: Condition },
): Promise<StoredRecord | undefined> {
  return (
    trx
      .selectFrom("records")
      .select(["data", "version"])
      .where("id", "=", id)
      .where(scope)
      // Others may still refer to the record.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** The unique key of the record of a `single` resource. */
export const singleKey = "single";

/**
 * Returns the values that no other record of the row may have, as the database compares
 * them: the fields of `x-unique`, or the same text for each record of a single one. Null if
 * there is no rule, or if a value is missing without `x-uniqueEmpty`.
 */
export function uniqueKeyOf(
  { single }: Pick<Resource, "single">,
  {
    "x-unique": fields,
    "x-uniqueEmpty": isEmptyCounted = false,
  }: Pick<RowSchema, "x-unique" | "x-uniqueEmpty">,
  data: RecordData,
): string | null {
  if (single) return singleKey;
  if (!fields) return null;
  const values = fields.map((name) => data[name] ?? null);
  return values.includes(null) && !isEmptyCounted
    ? null
    : JSON.stringify(values);
}

/** The data of a record as they are stored, with what the database compares and scopes. */
export type PreparedRecord = {
  after: RecordData;
  /** See `uniqueKeyOf`. */
  uniqueKey: string | null;
  /** The owner whom the data name; null if a new record belongs to its author. */
  ownerId: string | null;
};

/** A change of a record from its data before to those after, of which one may be missing. */
type RecordChange = { row: string; author: AnyAuthor } & (
  | ({ before: null } & PreparedRecord)
  | ({ id: string; before: StoredRecord } & (PreparedRecord | { after: null }))
);

/**
 * Writes a change with its entry in the history, from which followers learn of it, and
 * returns the id of the record. The version of a new record is 1, and each change counts it
 * up. A record that exists is locked, and the transaction has announced its change.
 */
export async function writeRecord(
  trx: Trx,
  change: RecordChange,
): Promise<string> {
  const { row, before, author } = change;
  const { userId, userName, at } = author;
  const version = (before?.version ?? 0) + 1;
  const { id, owner_id } = await writeRow(trx, change, version);
  await trx
    .insertInto("record_history")
    .values({
      ...{ row_schema: row, record_id: id, version, at, owner_id },
      action: !before ? "create" : change.after ? "update" : "remove",
      user_id: userId,
      user_name: userName,
      before: JSON.stringify(before?.data ?? null),
      after: JSON.stringify(change.after),
    })
    .execute();
  return id;
}

/** Writes the row of a change, and returns its id and its owner. */
function writeRow(
  trx: Trx,
  change: RecordChange,
  version: number,
): Promise<{ id: string; owner_id: string | null }> {
  const { row, author } = change;
  const { userId, at } = author;
  const known = ["id", "owner_id"] as const;
  if (change.after === null)
    return trx
      .deleteFrom("records")
      .where("id", "=", change.id)
      .returning(known)
      .executeTakeFirstOrThrow();
  const { after, uniqueKey, ownerId } = change;
  const updated = {
    ...{ data: JSON.stringify(after), version, unique_key: uniqueKey },
    ...{ updated_at: at, updated_by: userId },
  };
  return change.before
    ? trx
        .updateTable("records")
        .set({ ...updated, ...(ownerId !== null && { owner_id: ownerId }) })
        .where("id", "=", change.id)
        .returning(known)
        .executeTakeFirstOrThrow()
    : trx
        .insertInto("records")
        .values({
          ...{ row_schema: row, created_at: at, created_by: userId },
          ...{ ...updated, owner_id: ownerId },
        })
        .returning(known)
        .executeTakeFirstOrThrow();
}

/** Returns the last change of a record, with its author. */
export const findLastChange = (
  trx: Trx,
  { row, id }: { row: string; id: string },
) =>
  trx
    .selectFrom("record_history")
    .select(["user_id as userId", "before", "version"])
    .where("row_schema", "=", row)
    .where("record_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Returns the author and the time of a record's last change. */
export const findLastAuthor = (
  trx: Trx,
  { row, id }: { row: string; id: string },
): Promise<AnyAuthor | undefined> =>
  trx
    .selectFrom("record_history")
    .select(["user_id as userId", "user_name as userName", "at"])
    .where("row_schema", "=", row)
    .where("record_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Adds many new records of their author, without derived fields. */
export const addRecords = (
  trx: Trx,
  {
    rows,
    keyOf = () => null,
    ...added
  }: {
    row: string;
    rows: readonly RecordData[];
    author: AnyAuthor;
    /** Returns the `uniqueKey` of a record. */
    keyOf?: (data: RecordData) => string | null;
  },
): Promise<void> =>
  addPreparedRecords(trx, {
    ...added,
    rows: rows.map((after) => ({
      ...{ after, uniqueKey: keyOf(after), ownerId: null },
    })),
  });

/** Adds many new records with few statements, such as demo data. */
export async function addPreparedRecords(
  trx: Trx,
  {
    row,
    rows,
    author,
  }: {
    row: string;
    rows: readonly PreparedRecord[];
    author: AnyAuthor;
  },
): Promise<void> {
  await announceChange(trx, "records");
  const { userId, userName, at } = author;
  for (let start = 0; start < rows.length; start += atOnce) {
    const chunk = rows.slice(start, start + atOnce);
    const added = chunk.map(({ after, uniqueKey, ownerId }) => ({
      ...{ row_schema: row, data: JSON.stringify(after), owner_id: ownerId },
      ...{ created_at: at, created_by: userId },
      ...{ updated_at: at, updated_by: userId, unique_key: uniqueKey },
    }));
    await trx
      .with("added", (db) =>
        db
          .insertInto("records")
          .values(added)
          .returning(["id", "data", "owner_id"]),
      )
      .insertInto("record_history")
      .columns([
        ...(["row_schema", "record_id", "version", "action"] as const),
        ...(["at", "user_id", "user_name", "before", "after"] as const),
        "owner_id",
      ])
      .expression((db) =>
        db
          .selectFrom("added")
          .orderBy("id")
          .select([
            sql.val(row).as("row_schema"),
            "id",
            sql.lit(1).as("version"),
            sql.lit("create").as("action"),
            sql<Date>`${at}::timestamptz`.as("at"),
            sql<string>`${userId}::bigint`.as("user_id"),
            sql.val(userName).as("user_name"),
            sql<null>`'null'::jsonb`.as("before"),
            "data",
            "owner_id",
          ]),
      )
      .execute();
  }
}

/** Rows of one statement of `addRecords`. */
const atOnce = 500;

/** Returns the data of the first `limit` records of a row, the oldest first. */
export async function findRecords(
  kysely: Kysely<Tables>,
  { row, limit }: { row: string; limit: number },
): Promise<RecordData[]> {
  const found = await kysely
    .selectFrom("records")
    .select("data")
    .where("row_schema", "=", row)
    .orderBy("id")
    .limit(limit)
    .execute();
  return found.map(({ data }) => data);
}

/** Returns the data of the record with a unique key; undefined without such a record. */
export async function findRecord(
  kysely: Kysely<Tables>,
  { row, uniqueKey }: { row: string; uniqueKey: string },
): Promise<RecordData | undefined> {
  const found = await kysely
    .selectFrom("records")
    .select("data")
    .where("row_schema", "=", row)
    .where("unique_key", "=", uniqueKey)
    .executeTakeFirst();
  return found?.data;
}
