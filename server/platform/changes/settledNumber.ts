import { sql } from "kysely";
import type { Database } from "../database";
import type { ChangeNumber } from "./knownChanges";
import { writerLockNumbers, writerLocks } from "./announce";

/** A transaction that stays open for longer no longer delays the others. */
const longestWaitMilliseconds = 10_000;

type Look = {
  /** Every change up to this number is visible or was rolled back. */
  settled: ChangeNumber;
  /** The last number that any transaction has taken. */
  last: ChangeNumber;
  /** Whether open transactions may hold newer numbers. */
  isWaiting: boolean;
  /**
   * The lowest number of a transaction that was skipped after the longest wait and has
   * ended since the look before: changes after it were missed.
   */
  missedAfter: ChangeNumber | null;
  /** The lowest number of a skipped transaction that is still open. */
  skippedAfter: ChangeNumber | null;
};

/** Returns the change number up to which readers have no gap. */
export const findSettled = async (
  database: Pick<Database, "kysely">,
): Promise<ChangeNumber> => (await trackSettled(database)()).settled;

/**
 * Returns a function that finds up to which change number readers have no gap.
 * Transactions do not commit in the order in which they take numbers. Each one
 * that writes changes holds a lock on the number before its first one, so the
 * numbers up to the lowest lock are settled. Only transactions of this database
 * that write changes count, however long other ones run. `elapsed` returns a time
 * in milliseconds that only moves on.
 */
export function trackSettled(
  { kysely }: Pick<Database, "kysely">,
  elapsed: () => number = () => performance.now(),
): () => Promise<Look> {
  let settled = 0n;
  /** When each open writer was first seen, by the number that it locks. */
  const seenAt = new Map<ChangeNumber, number>();
  const skipped = new Set<ChangeNumber>();

  return async () => {
    const { last, writers } = await readWriters(kysely);
    const now = elapsed();
    const missed: ChangeNumber[] = [];
    for (const start of seenAt.keys())
      if (!writers.has(start)) {
        seenAt.delete(start);
        if (skipped.delete(start)) missed.push(start);
      }
    for (const start of writers) {
      const since = seenAt.get(start) ?? now;
      seenAt.set(start, since);
      if (now - since > longestWaitMilliseconds) skipped.add(start);
    }
    const awaited = [...writers].filter((start) => !skipped.has(start));
    const limit = lowest([...awaited, last]) ?? last;
    // A database that was restored from a backup has lower numbers.
    if (limit > settled || last < settled) settled = limit;
    return {
      settled,
      last,
      isWaiting: awaited.length > 0,
      missedAfter: lowest(missed),
      skippedAfter: lowest(skipped),
    };
  };
}

const lowest = (numbers: Iterable<ChangeNumber>): ChangeNumber | null =>
  [...numbers].reduce<ChangeNumber | null>(
    (least, number) => (least === null || number < least ? number : least),
    null,
  );

/** The last change number that any transaction has taken, as text. */
const lastNumber = sql<string>`(
  select (case when is_called then last_value else 0 end)::text from change_seq)`;

/** Returns the last change number that any transaction has taken. */
export async function readLastNumber(
  kysely: Database["kysely"],
): Promise<ChangeNumber> {
  const { rows } = await sql<{ last: string }>`
    select ${lastNumber} as last`.execute(kysely);
  return BigInt(rows[0]?.last ?? 0);
}

/**
 * Returns the last number, and the numbers that open writers lock. The locks are read
 * after the last number, because they depend on its row. So every writer of numbers up to
 * the last one has its lock or has ended.
 */
async function readWriters(
  kysely: Database["kysely"],
): Promise<{ last: ChangeNumber; writers: Set<ChangeNumber> }> {
  const { rows } = await sql<{ last: string; start: string | null }>`
    select number.last, held.objid::text as start
    from (select ${lastNumber} as last offset 0) as number
    left join lateral (
      select objid from pg_locks
      where locktype = 'advisory' and classid = ${sql.lit(writerLocks)} and granted
        and number.last is not null
        and database = (select oid from pg_database where datname = current_database())
      offset 0
    ) as held on true`.execute(kysely);
  const last = BigInt(rows[0]?.last ?? 0);
  const numbers = BigInt(writerLockNumbers);
  const starts = rows
    .flatMap(({ start }) => start ?? [])
    .map((start) => {
      const distance = (last - BigInt(start)) % numbers;
      // A writer that began after the last number was read is ahead of it.
      return distance > numbers / 2n
        ? last - distance + numbers
        : last - distance;
    });
  return { last, writers: new Set(starts) };
}
