import { sql } from "kysely";
import type { Database } from "../database";
import { millisecondsLeft, runWithDeadline } from "../deadline";
import { trackSettled } from "./settledNumber";

/** A replica that is behind is awaited for so long, then the server answers. */
const longestWaitMs = 50;

/**
 * Reads from the replica if it has replayed the log of the primary up to now and
 * includes the change number that the client sent, otherwise from the primary. If the
 * replica fails, the read runs again on the primary, so it must have no other effects.
 */
export type CurrentReads = <Result>(
  atLeast: bigint | undefined,
  read: (database: Pick<Database, "kysely">) => Promise<Result>,
) => Promise<Result>;

/** Makes the function that chooses where to read. */
export function chooseReads(
  database: Pick<Database, "kysely" | "replica">,
): CurrentReads {
  const readPosition = trackRecentPosition(database);
  const { replica } = database;
  return async (atLeast = 0n, read) => {
    const { settled, place } = await readPosition();
    const isCurrent =
      replica !== undefined &&
      place !== null &&
      atLeast <= settled &&
      (await replica.includes(place, longestWaitMs));
    if (isCurrent)
      try {
        return await read(replica);
      } catch (error) {
        if (millisecondsLeft() === 0) throw error;
      }
    return read(database);
  };
}

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
