import { Kysely, PostgresDialect, sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { runWithDeadline } from "../../deadline";
import type { DatabaseLog, PoolLoad, Replica, TimeLimits } from "../database";
import type { Tables } from "../tables";
import { createCanceller, createPool } from "./pool";

const pollMs = 5;
/** A replica that does not answer is not asked again for so long. */
const awayMs = 1_000;

/** Opens a streaming replica; it connects on first use. */
export function openReplica({
  url,
  log,
  limits,
  size,
}: {
  url: string;
  log: DatabaseLog;
  limits: TimeLimits;
  /** The most connections. */
  size: number;
}): Replica & { load(): PoolLoad; close(): Promise<void> } {
  const { cancel, close } = createCanceller(url);
  const pool = createPool({ url, size, limits, log, cancel });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let replayed = 0n;
  let isBehind = false;
  let awayUntil = 0;
  let reading: Promise<void> | undefined;

  /** Calls of the same moment share one statement. */
  const look = () => {
    reading ??= runWithDeadline(null, async () => {
      try {
        const { rows } = await sql<{ place: string | null }>`
          select pg_last_wal_replay_lsn()::text as place`.execute(kysely);
        // A replica that was promoted replays nothing.
        replayed = logPosition(rows[0]?.place ?? "0/0");
      } catch (error) {
        awayUntil = performance.now() + awayMs;
        log.warn({ err: error }, "the replica does not answer");
      } finally {
        reading = undefined;
      }
    });
    return reading;
  };

  return {
    kysely,
    includes: async (place, milliseconds) => {
      const wanted = logPosition(place);
      const endsAt = performance.now() + milliseconds;
      while (replayed < wanted) {
        if (performance.now() < awayUntil) return false;
        await look();
        if (replayed >= wanted) break;
        if (isBehind || performance.now() >= endsAt) {
          isBehind = true;
          return false;
        }
        await pause(pollMs);
      }
      isBehind = false;
      return true;
    },
    load: () => pool.load(),
    close: async () => {
      await Promise.all([kysely.destroy(), close()]);
    },
  };
}

/** Returns a place in the log such as `1A/2B` as a number. */
function logPosition(place: string): bigint {
  const [high = "0", low = "0"] = place.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
