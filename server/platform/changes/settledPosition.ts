import { sql } from "kysely";
import type { Database } from "../database";
import { writerLockNumbers, writerLocks } from "./announce";

/** A transaction that stays open for longer no longer delays the others. */
const longestWaitMilliseconds = 10_000;

type Position = {
  /** Every change up to this number is visible or was rolled back. */
  settled: bigint;
  /** The last number that any transaction has taken. */
  taken: bigint;
  /** Whether open transactions may hold newer numbers. */
  isWaiting: boolean;
  /** A transaction that was skipped after the longest wait has just ended. */
  hasMissed: boolean;
  /** Whether a transaction is open that was skipped after the longest wait. */
  hasSkipped: boolean;
};

/** Returns the change number up to which readers have no gap. */
export const findSettled = async (
  database: Pick<Database, "kysely">,
): Promise<bigint> => (await trackSettledPosition(database)()).settled;

/**
 * Returns a function that finds up to which change number readers have no gap.
 * Transactions do not commit in the order in which they take numbers. Each one
 * that writes changes holds a lock on the number before its first one, so the
 * numbers up to the lowest lock are settled. Only transactions of this database
 * that write changes count, however long other ones run. `elapsed` returns a time
 * in milliseconds that only moves on.
 */
export function trackSettledPosition(
  { kysely }: Pick<Database, "kysely">,
  elapsed: () => number = () => performance.now(),
): () => Promise<Position> {
  let settled = 0n;
  /** When each open writer was first seen, by the number that it locks. */
  const seenAt = new Map<bigint, number>();
  const skipped = new Set<bigint>();

  return async () => {
    const taken = await readTakenPosition(kysely);
    if (taken === settled && seenAt.size === 0)
      return {
        settled,
        taken,
        isWaiting: false,
        hasMissed: false,
        hasSkipped: false,
      };
    // Read after `taken`, so every writer of these numbers has its lock or has
    // committed.
    const writers = await openWriters(kysely, taken);
    const now = elapsed();
    let hasMissed = false;
    for (const start of seenAt.keys())
      if (!writers.has(start)) {
        seenAt.delete(start);
        if (skipped.delete(start)) hasMissed = true;
      }
    for (const start of writers) {
      const since = seenAt.get(start) ?? now;
      seenAt.set(start, since);
      if (now - since > longestWaitMilliseconds) skipped.add(start);
    }
    const awaited = [...writers].filter((start) => !skipped.has(start));
    const limit = awaited.reduce(
      (lowest, start) => (start < lowest ? start : lowest),
      taken,
    );
    // A database that was restored from a backup has lower numbers.
    if (limit > settled || taken < settled) settled = limit;
    return {
      settled,
      taken,
      isWaiting: awaited.length > 0,
      hasMissed,
      hasSkipped: skipped.size > 0,
    };
  };
}

/** Returns the last change number that any transaction has taken. */
export async function readTakenPosition(
  kysely: Database["kysely"],
): Promise<bigint> {
  const { rows } = await sql<{ value: string }>`
    select (case when is_called then last_value else 0 end)::text as value
    from change_seq`.execute(kysely);
  return BigInt(rows[0]?.value ?? 0);
}

/** Returns the numbers that open writers lock. */
async function openWriters(
  kysely: Database["kysely"],
  taken: bigint,
): Promise<Set<bigint>> {
  const { rows } = await sql<{ start: string }>`
    select objid::text as start from pg_locks
    where locktype = 'advisory' and classid = ${sql.lit(writerLocks)} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    kysely,
  );
  const numbers = BigInt(writerLockNumbers);
  return new Set(
    rows.map(({ start }) => {
      const distance = (taken - BigInt(start)) % numbers;
      // A writer that began after `taken` was read is ahead of it.
      return distance > numbers / 2n
        ? taken - distance + numbers
        : taken - distance;
    }),
  );
}
