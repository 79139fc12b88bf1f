import { LRUCache } from "lru-cache";
import type { Database, DatabaseLog } from "../database";
import { runWithDeadline } from "../deadline";
import {
  followChanges,
  type ChangeRange,
  type Following,
  type WatchFollower,
} from "./followChanges";

/** The number of users whose values are kept. */
const mostUsers = 2_000;
/** The values of users with more are read for each page. */
const mostValues = 2_000;

/** Values of a user, one for each lot. */
export type KeptByUser<Value> = {
  /**
   * Returns the user's value of each lot, by lot id. It includes every change up to
   * `atLeast`.
   */
  on(
    user: { userId: string },
    lotIds: readonly string[],
    atLeast?: bigint,
  ): Promise<ReadonlyMap<string, Value>>;
  stop(): Promise<void>;
};

/**
 * Makes the lookup of values that users have on lots. The values of a user are kept
 * from the first read until one of them changes, so that a list needs no statement for
 * them. It follows the changes from the first call on; until then, and for a user who
 * knows of later changes, the database answers.
 */
export function createKeptByUser<Value>({
  database,
  log,
  watch,
  name,
  findUsers,
  findAll,
  findOn,
}: {
  database: Database;
  log: DatabaseLog;
  watch?: WatchFollower | undefined;
  /** The name of the values in the log, such as "bids". */
  name: string;
  /** Returns the users whose values changed in a range of change numbers. */
  findUsers: (range: ChangeRange) => Promise<readonly string[]>;
  /** Returns the values of at most `most` lots. */
  findAll: (userId: string, most: number) => Promise<Map<string, Value>>;
  findOn: (
    userId: string,
    lotIds: readonly string[],
  ) => Promise<Map<string, Value>>;
}): KeptByUser<Value> {
  /** Null for a user with too many values. */
  type Kept = Promise<ReadonlyMap<string, Value> | null>;
  const byUser = new LRUCache<string, Kept>({ max: mostUsers });
  const stopping = new AbortController();
  let following: Following | undefined;
  let starting: Promise<void> | undefined;

  const follow = async () => {
    try {
      following = await followChanges({
        database,
        log,
        signal: stopping.signal,
        watch,
        follower: {
          onChanges: async (range) => {
            if (byUser.size === 0) return;
            for (const userId of await findUsers(range)) byUser.delete(userId);
          },
          onMissed: () => {
            byUser.clear();
          },
        },
      });
    } catch (error) {
      starting = undefined;
      if (!stopping.signal.aborted)
        log.warn({ err: error }, `changes of ${name} could not be followed`);
    }
  };

  const readAll = async (userId: string) => {
    const values = await findAll(userId, mostValues + 1);
    return values.size > mostValues ? null : values;
  };

  /** A read that fails, or that a change overtakes, is not kept. */
  const keptOf = (userId: string): Kept => {
    const known = byUser.get(userId);
    if (known) return known;
    const reading = runWithDeadline(null, () => readAll(userId));
    byUser.set(userId, reading);
    reading.catch(() => {
      if (byUser.get(userId) === reading) byUser.delete(userId);
    });
    return reading;
  };

  return {
    on: async ({ userId }, lotIds, atLeast = 0n) => {
      if (lotIds.length === 0) return new Map();
      starting ??= stopping.signal.aborted ? undefined : follow();
      const isCurrent = following && following.position() >= atLeast;
      const kept = isCurrent ? await keptOf(userId) : null;
      return kept ?? (await findOn(userId, lotIds));
    },
    stop: async () => {
      stopping.abort();
      await starting;
      await following?.stop();
      following = undefined;
    },
  };
}
