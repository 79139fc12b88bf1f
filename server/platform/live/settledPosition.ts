import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database";

/** A transaction that stays open for longer no longer delays the others. */
const longestWaitMilliseconds = 10_000;

type Position = {
  /** Every change up to this number is visible or was rolled back. */
  settled: bigint;
  /** Whether open transactions may hold newer numbers. */
  isWaiting: boolean;
  /** A transaction that was skipped after the longest wait has just ended. */
  hasMissed: boolean;
};

/**
 * Returns a function that finds up to which change number readers have no gap.
 * Transactions do not commit in the order in which they take numbers. The
 * numbers taken by a moment are settled once every transaction that was open
 * at that moment has ended.
 */
export function trackSettledPosition({
  kysely,
}: Pick<Database, "kysely">): () => Promise<Position> {
  let settled = 0n;
  let waiting: { position: bigint; until: bigint; since: number } | null = null;
  let missed: bigint | null = null;

  return async () => {
    const taken = await read(kysely, lastTaken);
    if (taken === settled && missed === null)
      return { settled, isWaiting: false, hasMissed: false };
    // Assigned after `taken` was read, so every transaction that took one of
    // these numbers has a smaller id.
    const next = await read(kysely, nextTransactionId);
    const oldest = await read(kysely, oldestOpen);
    const hasEnded = (until: bigint) => oldest >= until;
    const now = performance.now();
    if (waiting && hasEnded(waiting.until)) {
      settled = waiting.position;
      waiting = null;
    }
    if (hasEnded(next)) {
      settled = taken;
      waiting = null;
    } else if (!waiting && taken > settled) {
      waiting = { position: taken, until: next, since: now };
    }
    if (waiting && now - waiting.since > longestWaitMilliseconds) {
      settled = waiting.position;
      missed = waiting.until;
      waiting = null;
    }
    const hasMissed = missed !== null && hasEnded(missed);
    if (hasMissed) missed = null;
    return { settled, isWaiting: waiting !== null, hasMissed };
  };
}

/** Selects the last change number that any transaction has taken. */
const lastTaken = sql<{ value: string }>`
  select (case when is_called then last_value else 0 end)::text as value
  from change_seq`;

/** Takes a transaction id. A snapshot alone does not contain the next id. */
const nextTransactionId = sql<{ value: string }>`
  select pg_current_xact_id()::text as value`;

/** Selects the id below which every transaction has ended. */
const oldestOpen = sql<{ value: string }>`
  select pg_snapshot_xmin(pg_current_snapshot())::text as value`;

async function read(
  kysely: Database["kysely"],
  query: RawBuilder<{ value: string }>,
): Promise<bigint> {
  const { rows } = await query.execute(kysely);
  return BigInt(rows[0]?.value ?? 0);
}
