import type { Database } from "../database";
import { trackSettledPosition } from "./settledPosition";

/** Reads in this time share one look at the position. */
const lifetimeMs = 100;

/**
 * Returns a function that gives a settled position of the last 100 ms. A
 * statement that starts afterwards sees every change up to it.
 */
export function trackRecentPosition(
  database: Pick<Database, "kysely">,
): () => Promise<bigint> {
  const readPosition = trackSettledPosition(database);
  let readAt = -Infinity;
  let latest: Promise<bigint> | undefined;
  return () => {
    const now = performance.now();
    if (latest && now - readAt < lifetimeMs) return latest;
    readAt = now;
    const reading = readPosition().then(({ settled }) => settled);
    latest = reading;
    reading.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return reading;
  };
}
