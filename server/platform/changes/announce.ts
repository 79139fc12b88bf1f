import { sql, type Transaction } from "kysely";
import type { Tables } from "../database";

/** The NOTIFY channel for committed changes. */
export const changesChannel = "seriba_live";

/** The class of advisory locks that transactions hold which write changes. */
export const writerLocks = 0x5e21;

/** The lock key is the change number modulo 2^31. */
export const writerLockNumbers = 2 ** 31;

/** The kinds of rows whose changes are announced. Each area adds its own in `tables.ts`. */
export interface ChangeTopics {}

/** The kind of rows that a transaction changes. */
export type ChangeTopic = keyof ChangeTopics;

/**
 * Announces that the transaction writes rows with change numbers; followers
 * read them as soon as it commits. Call it before the first write: it takes a
 * change number and locks it until the transaction ends, so that followers wait
 * for all numbers that the transaction takes later. Call it after locking rows,
 * so that followers do not wait for the lock as well.
 */
export async function announceChange(
  trx: Transaction<Tables>,
  topic: ChangeTopic,
): Promise<void> {
  await sql`
    select pg_notify(${changesChannel}, ${topic}),
      pg_advisory_xact_lock_shared(
        ${sql.lit(writerLocks)},
        (nextval('change_seq') % ${sql.lit(writerLockNumbers)})::int)
  `.execute(trx);
}
