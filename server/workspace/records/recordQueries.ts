import { sql, type Kysely, type Transaction } from "kysely";
import type { Viewer } from "../../../domain/access";
import { readableOwners } from "../../../domain/readableOwners";
import type { Resource, RowSchema } from "../../../domain/resource";
import { announceChange } from "../../platform/changes";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import { tableSource, type Condition, type RowSource } from "../listing";

/**
 * Returns the table behind the rows of a schema that the program stores itself.
 * All lists over one row schema share its rows. The program keeps the fields
 * below if the row schema names them. All other fields are in `data`. In a list with
 * `owner`, a row belongs to the user who added it.
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
        ownerId: { kind: "id", column: ownerColumn },
        createdBy: nameOf("created_by"),
        updatedBy: nameOf("updated_by"),
      },
    }),
    extra: "data",
    ownerColumn,
    scope: ({ resource, viewer }) => ({
      owner: resource.owner ? readableOwners(viewer) : "anyone",
    }),
  };
}

const ownerColumn = "created_by";

/** Returns the table of the rows that a viewer may write. */
export function writableSource(
  { row, owner }: Pick<Resource, "row" | "owner">,
  { userId }: Viewer,
): RowSource {
  const source = recordSource(row);
  const own = { owner: { userId, withClients: false } };
  return owner ? { ...source, scope: () => own } : source;
}

/**
 * Throws row_limit if the author has as many rows of a list with `owner` as it allows. The
 * author's row is locked, so that rows are counted and added by one transaction at a time.
 */
export async function assertRoom(
  trx: Trx,
  { row, owner }: Pick<Resource, "row" | "owner">,
  { userId }: RecordAuthor,
): Promise<void> {
  if (!owner) return;
  await sql`select id from users where id = ${userId} for update`.execute(trx);
  const { count } = await trx
    .selectFrom("records")
    .where("row_schema", "=", row)
    .where(ownerColumn, "=", userId)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= owner.most) throw failure("row_limit");
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
export type RecordAuthor = { userId: string; userName: string; at: Date };

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

/** A change of a record from its data before to those after, of which one may be missing. */
type RecordChange = {
  row: string;
  author: RecordAuthor;
  /** Of the data after the change; see `uniqueKeyOf`. */
  uniqueKey: string | null;
} & (
  | { before: null; after: RecordData }
  | { id: string; before: StoredRecord; after: RecordData | null }
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
  const { row, before, after, author, uniqueKey } = change;
  const { userId, userName, at } = author;
  const version = (before?.version ?? 0) + 1;
  const data = JSON.stringify(after);
  const updated = {
    ...{ data, version, unique_key: uniqueKey },
    ...{ updated_at: at, updated_by: userId },
  };
  let id = "id" in change ? change.id : "";
  if (!before) {
    const added = await trx
      .insertInto("records")
      .values({
        ...{ row_schema: row, created_at: at, created_by: userId },
        ...updated,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    id = added.id;
  } else if (after)
    await trx
      .updateTable("records")
      .set(updated)
      .where("id", "=", id)
      .execute();
  else await trx.deleteFrom("records").where("id", "=", id).execute();
  await trx
    .insertInto("record_history")
    .values({
      ...{ row_schema: row, record_id: id, version, at },
      action: !before ? "create" : after ? "update" : "remove",
      user_id: userId,
      user_name: userName,
      before: JSON.stringify(before?.data ?? null),
      after: data,
    })
    .execute();
  return id;
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

/** Adds many new records with few statements, such as demo data. */
export async function addRecords(
  trx: Trx,
  {
    row,
    rows,
    author,
    keyOf = () => null,
  }: {
    row: string;
    rows: readonly RecordData[];
    author: RecordAuthor;
    /** Returns the `uniqueKey` of a record. */
    keyOf?: (data: RecordData) => string | null;
  },
): Promise<void> {
  await announceChange(trx, "records");
  const { userId, userName, at } = author;
  for (let start = 0; start < rows.length; start += atOnce) {
    const added = rows.slice(start, start + atOnce).map((data) => ({
      ...{ row_schema: row, data: JSON.stringify(data) },
      ...{ created_at: at, created_by: userId },
      ...{ updated_at: at, updated_by: userId, unique_key: keyOf(data) },
    }));
    await trx
      .with("added", (db) =>
        db.insertInto("records").values(added).returning(["id", "data"]),
      )
      .insertInto("record_history")
      .columns([
        ...(["row_schema", "record_id", "version", "action"] as const),
        ...(["at", "user_id", "user_name", "before", "after"] as const),
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
