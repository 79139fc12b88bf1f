import { setTimeout as pause } from "node:timers/promises";
import { runFollowing } from "../deadline";
import type { Database, DatabaseLog } from "../database";
import { changesChannel } from "./announce";
import { trackSettledPosition } from "./settledPosition";

/** Change numbers greater than `after`, up to and including `upTo`. */
export type ChangeRange = { after: bigint; upTo: bigint };

/** The database is also polled, since a notification can be lost. */
const pollMilliseconds = 3_000;
/** Interval while an open transaction may hold a change number. */
const waitingMilliseconds = 25;
/** A read begins so long after the first notification, so that it includes more. */
const gatherMilliseconds = 10;
/**
 * After a read, the follower pauses for as long as the read took, within these
 * bounds, however many notifications arrive. Under load it reads less often.
 */
const pauses = { shortest: 25, longest: 60 };

export type Follower = {
  /**
   * Handles the changes of a range. Ranges come in order and without gaps; a
   * range that was rejected comes again.
   */
  onChanges(range: ChangeRange): Promise<void>;
  /**
   * Changes before `position` appeared too late for their range, because their
   * transaction was open for too long.
   */
  onMissed(position: bigint): void;
};

/** How far a follower is. */
export type FollowerState = {
  /** Every change up to this number was handled. */
  position: bigint;
  /** The newest change number that it has seen. */
  newest: bigint;
  /** When it last handled all changes that it could, by `performance.now()`. */
  readAt: number;
};

/** Watches a follower until the returned function is called. */
export type WatchFollower = (read: () => FollowerState) => () => void;

export type Following = {
  /** Every change up to this number was handled. */
  position: () => bigint;
  /** Looks for changes now instead of at the next notification. */
  hurry: () => void;
  stop: () => Promise<void>;
};

/**
 * Gives the changes of the database to a follower, such as the live stream or
 * an index in memory: when a writer announces them, and every few seconds. It
 * begins at the current position. Aborting `signal` ends the wait for open
 * transactions at the start.
 */
export async function followChanges(options: {
  database: Pick<Database, "kysely" | "listen">;
  log: DatabaseLog;
  follower: Follower;
  signal: AbortSignal;
  /** Returns a time in milliseconds that only moves on. */
  elapsed?: () => number;
  watch?: WatchFollower | undefined;
}): Promise<Following> {
  const { database, log, follower, signal, elapsed, watch } = options;
  const readPosition = trackSettledPosition(database, elapsed);
  let position = await runFollowing(() => firstPosition(readPosition, signal));
  let newest = position;
  let readAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let reading: Promise<void> | undefined;
  let isNotified = false;
  let isHurried = false;
  let isStopped = false;

  const readNew = async () => {
    const { settled, taken, isWaiting, hasMissed } = await readPosition();
    newest = taken;
    if (settled > position) {
      await follower.onChanges({ after: position, upTo: settled });
      position = settled;
    }
    if (hasMissed) follower.onMissed(position);
    readAt = performance.now();
    return isWaiting ? waitingMilliseconds : pollMilliseconds;
  };

  const schedule = (delay: number) => {
    const at = performance.now() + delay;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(run, delay).unref();
  };

  const run = () => {
    dueAt = Infinity;
    const startedAt = performance.now();
    // A request that hurries or starts the follower must not limit it.
    reading = runFollowing(readNew)
      .catch((error: unknown) => {
        // A stop ends what the follower is doing.
        if (!signal.aborted)
          log.warn({ err: error }, "changes could not be followed");
        return pollMilliseconds;
      })
      .then((delay) => {
        reading = undefined;
        const pauseFor = Math.min(
          Math.max(performance.now() - startedAt, pauses.shortest),
          pauses.longest,
        );
        const next = isNotified ? Math.min(pauseFor, delay) : delay;
        schedule(isHurried ? 0 : next);
        isNotified = false;
        isHurried = false;
      });
  };

  const unlisten = await database.listen(changesChannel, () => {
    if (reading) isNotified = true;
    else schedule(gatherMilliseconds);
  });
  schedule(pollMilliseconds);
  const unwatch = watch?.(() => ({ position, newest, readAt }));

  return {
    position: () => position,
    hurry: () => {
      if (reading) isHurried = true;
      else schedule(0);
    },
    stop: async () => {
      isStopped = true;
      unwatch?.();
      clearTimeout(timer);
      await reading;
      await unlisten();
    },
  };
}

/**
 * Waits until every change that a viewer may have read already is settled. Only the
 * writers of the first read count, since others may always be writing.
 */
async function firstPosition(
  readPosition: ReturnType<typeof trackSettledPosition>,
  signal: AbortSignal,
): Promise<bigint> {
  const first = await readPosition();
  let { settled } = first;
  while (settled < first.taken) {
    await pause(waitingMilliseconds, undefined, { signal });
    ({ settled } = await readPosition());
  }
  return settled;
}
