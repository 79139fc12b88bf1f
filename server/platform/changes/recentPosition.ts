import { runWithDeadline } from "../deadline";
import type { Database } from "../database";
import { trackSettledPosition } from "./settledPosition";

/** Reads in this time share one look at the position. */
const lifetimeMs = 100;

/** A position of the last 100 ms. */
export type RecentPosition = {
  /** A statement that starts afterwards sees every change up to this number. */
  settled: bigint;
  /** False while a transaction is open that the position no longer waits for. */
  isSure: boolean;
};

/** Returns a function that gives a settled position of the last 100 ms. */
export function trackRecentPosition(
  database: Pick<Database, "kysely">,
): () => Promise<RecentPosition> {
  const readPosition = trackSettledPosition(database);
  let readAt = -Infinity;
  let latest: Promise<RecentPosition> | undefined;
  return () => {
    const now = performance.now();
    if (latest && now - readAt < lifetimeMs) return latest;
    readAt = now;
    // Other requests wait for the same reading.
    const reading = runWithDeadline(null, readPosition).then(
      ({ settled, hasSkipped }) => ({ settled, isSure: !hasSkipped }),
    );
    latest = reading;
    reading.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return reading;
  };
}
