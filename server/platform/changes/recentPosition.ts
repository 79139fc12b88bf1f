import { sql } from "kysely";
import { runWithDeadline } from "../deadline";
import type { Database } from "../database";
import { trackSettled } from "./settledNumber";

/** Reads in this time share one look at the position. */
const lifetimeMs = 100;

/** A position of the last 100 ms. */
export type RecentPosition = {
  /** A statement that starts afterwards sees every change up to this number. */
  settled: bigint;
  /**
   * A WAL position (LSN) at or after these changes. Null without a replica.
   */
  place: string | null;
};

/** Returns a function that gives a settled position of the last 100 ms. */
export function trackRecentPosition(
  database: Pick<Database, "kysely" | "replica">,
  elapsed?: () => number,
): () => Promise<RecentPosition> {
  const look = trackSettled(database, elapsed);
  let readAt = -Infinity;
  let latest: Promise<RecentPosition> | undefined;
  let placed: RecentPosition | undefined;

  const read = async (): Promise<RecentPosition> => {
    const { settled, skippedAfter, missedAfter } = await look();
    if (missedAfter !== null) placed = undefined;
    const { place } = (placed =
      placed?.settled === settled
        ? placed
        : { settled, place: await readLogPlace(database) });
    const isComplete = skippedAfter === null || skippedAfter > settled;
    return { settled: isComplete ? settled : skippedAfter, place };
  };

  return () => {
    const now = performance.now();
    if (latest && now - readAt < lifetimeMs) return latest;
    readAt = now;
    // Other requests wait for the same reading.
    const reading = runWithDeadline(null, read);
    latest = reading;
    reading.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return reading;
  };
}

/** Returns the end of the log, which is behind every committed transaction. */
async function readLogPlace({
  kysely,
  replica,
}: Pick<Database, "kysely" | "replica">): Promise<string | null> {
  if (!replica) return null;
  const { rows } = await sql<{ place: string }>`
    select pg_current_wal_insert_lsn()::text as place`.execute(kysely);
  return rows[0]?.place ?? null;
}
