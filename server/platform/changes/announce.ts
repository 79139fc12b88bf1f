import { sql, type Transaction } from "kysely";
import { afterCommit, type Tables } from "../database";
import {
  noteWritten,
  type ChangeNumber,
  type KnownChanges,
} from "./knownChanges";

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
 * Announces that the transaction writes rows with change numbers; the change hubs
 * read them as soon as it commits. Call it before the first write: it takes a
 * change number and locks it until the transaction ends, so that the hubs wait
 * for all numbers that the transaction takes later. Call it after locking rows,
 * so that the hubs do not wait for the lock as well.
 *
 * The number that it takes under the lock is the number of the write: a hub passes it
 * only once the transaction has ended, and then reads all rows of the transaction.
 */
export async function announceChange(
  trx: Transaction<Tables>,
  topic: ChangeTopic,
): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select nextval('change_seq')::text as number
    from (select pg_advisory_xact_lock_shared(
        ${sql.lit(writerLocks)},
        (nextval('change_seq') % ${sql.lit(writerLockNumbers)})::int)
      offset 0) as locked`.execute(trx);
  const number = BigInt(rows[0]?.number ?? 0);
  const numbers = announced.get(trx) ?? new Map<string, ChangeNumber>();
  announced.set(trx, numbers.set(topic, number));
  const note = noteWritten(number, topic);
  await afterCommit(trx, (notify) => {
    notify(changesChannel, topic);
    note();
  });
}

const announced = new WeakMap<Transaction<Tables>, Map<string, ChangeNumber>>();

/** Returns the numbers of the changes that the transaction has announced so far. */
export const announcedBy = (trx: Transaction<Tables>): KnownChanges =>
  announced.get(trx) ?? new Map();
