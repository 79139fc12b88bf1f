import { sql } from "kysely";
import { inTransaction, type Database } from "../platform/database";
import { failure } from "../platform/errors";
import { recordFileKeys } from "../workspace/records";
import { translationKey } from "./translations/translationQueries";

/** Files of one user, and uploads of one user at once. */
const mostFiles = 500;
const mostArriving = 3;
/** An upload ends within 15 minutes, so one that is an hour old broke with its server. */
export const brokenUploadDays = 1 / 24;

type NewFile = { ownerId: string; key: string; name: string; now: Date };

/**
 * Records an upload that begins and returns its id. Throws file_limit if the
 * user has too many files, and too_many_requests if too many arrive at once.
 */
export function beginFile(
  database: Database,
  { ownerId, key, name, now }: NewFile,
): Promise<string> {
  return inTransaction(database, async (trx) => {
    const lock = `files of ${ownerId}`;
    await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(trx);
    const { stored, arriving } = await trx
      .selectFrom("files")
      .select([
        sql<string>`count(stored_at)`.as("stored"),
        sql<string>`count(*) filter (where stored_at is null)`.as("arriving"),
      ])
      .where("owner_id", "=", ownerId)
      .executeTakeFirstOrThrow();
    if (Number(stored) >= mostFiles) throw failure("file_limit");
    if (Number(arriving) >= mostArriving)
      throw failure("too_many_requests", { retryAfter: 30 });
    const { id } = await trx
      .insertInto("files")
      .values({ owner_id: ownerId, key, name, started_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Completes an upload whose bytes are stored. */
export const finishFile = (
  { kysely }: Pick<Database, "kysely">,
  { id, ...stored }: { id: string; type: string; size: number; now: Date },
) =>
  kysely
    .updateTable("files")
    .set({ type: stored.type, size: stored.size, stored_at: stored.now })
    .where("id", "=", id)
    .execute();

export const forgetFile = ({ kysely }: Pick<Database, "kysely">, key: string) =>
  kysely.deleteFrom("files").where("key", "=", key).execute();

/**
 * Marks a stored file as broken, so that it cannot be opened any more, and returns
 * its key; undefined for an unknown file. With `ownerId` only this user's files
 * are found.
 */
export async function hideFile(
  { kysely }: Pick<Database, "kysely">,
  { id, ownerId }: { id: string; ownerId: string | null },
): Promise<string | undefined> {
  const hidden = await kysely
    .updateTable("files")
    .set({ stored_at: null })
    .where("id", "=", id)
    .where("stored_at", "is not", null)
    .$if(ownerId !== null, (query) => query.where("owner_id", "=", ownerId))
    .returning("key")
    .executeTakeFirst();
  return hidden?.key;
}

/** Returns the stored files of a user, the latest first. */
export const findFiles = (
  { kysely }: Pick<Database, "kysely">,
  ownerId: string,
) =>
  kysely
    .selectFrom("files")
    .select(["id", "name", "type", "size", "stored_at"])
    .where("owner_id", "=", ownerId)
    .where("stored_at", "is not", null)
    .orderBy("stored_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Returns a stored file of its owner; null for files of others. */
export const findFile = (
  { kysely }: Pick<Database, "kysely">,
  { id, ownerId }: { id: string; ownerId: string },
) =>
  kysely
    .selectFrom("files")
    .select(["id", "key", "name", "type", "size"])
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .where("stored_at", "is not", null)
    .executeTakeFirst();

/** Returns the keys of uploaded files, also of records. */
export async function uploadedKeys({
  longRunning,
}: Pick<Database, "longRunning">): Promise<string[]> {
  const rows = await longRunning
    .selectFrom("files")
    .select("key")
    .where("stored_at", "is not", null)
    .execute();
  return [
    ...rows.map(({ key }) => key),
    ...(await recordFileKeys({ longRunning })),
  ];
}

/** Returns the keys of all stored files: uploads, previews and translated pictures. */
export async function storedKeys(
  database: Pick<Database, "longRunning">,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select image_key as key from lot_shares where image_key is not null
    union all select ${translationKey} from sheet_translations where state = 'done'
  `.execute(database.longRunning);
  return [...(await uploadedKeys(database)), ...rows.map(({ key }) => key)];
}
