import { sql } from "kysely";
import type { Database } from "../database";

/** A transaction open for longer than this holds nobody up any more. */
const patienceMilliseconds = 10_000;

type Position = {
  /** Every change up to this number is visible, or will never be. */
  settled: bigint;
  /** Newer numbers are taken by transactions that are still open. */
  isWaiting: boolean;
  /** A transaction that was no longer waited for has ended just now. */
  hasMissed: boolean;
};

/**
 * Follows how far the change numbers can be read without a gap. Numbers are
 * not committed in the order in which they are taken; those taken by a moment
 * are settled once every transaction open at that moment has ended.
 */
export function followPosition({
  kysely,
}: Pick<Database, "kysely">): () => Promise<Position> {
  let settled = 0n;
  let waiting: { position: bigint; until: bigint; since: number } | null = null;
  let missed: bigint | null = null;

  return async () => {
    const taken = await readTaken(kysely);
    if (taken === settled && missed === null)
      return { settled, isWaiting: false, hasMissed: false };
    // The number after that: whoever took one of them has a smaller one.
    const next = await takeTransactionId(kysely);
    const oldest = await readOldestOpen(kysely);
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
    if (waiting && now - waiting.since > patienceMilliseconds) {
      settled = waiting.position;
      missed = waiting.until;
      waiting = null;
    }
    const hasMissed = missed !== null && hasEnded(missed);
    if (hasMissed) missed = null;
    return { settled, isWaiting: waiting !== null, hasMissed };
  };
}

async function readTaken(kysely: Database["kysely"]): Promise<bigint> {
  const { rows } = await sql<{ taken: string }>`
    select (case when is_called then last_value else 0 end)::text as taken
    from change_seq`.execute(kysely);
  return BigInt(rows[0]?.taken ?? 0);
}

/** A transaction of its own: a snapshot does not say which number is next. */
async function takeTransactionId(kysely: Database["kysely"]): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`
    select pg_current_xact_id()::text as id`.execute(kysely);
  return BigInt(rows[0]?.id ?? 0);
}

/** Every transaction with a smaller number has ended. */
async function readOldestOpen(kysely: Database["kysely"]): Promise<bigint> {
  const { rows } = await sql<{ oldest: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest
  `.execute(kysely);
  return BigInt(rows[0]?.oldest ?? 0);
}
