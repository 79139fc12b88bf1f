import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database, DatabaseLog, Tables } from "../database";
import { runWithDeadline } from "../deadline";
import type { ChangeTopic } from "./announce";
import type { ChangeHub, Subscription } from "./changeHub";
import { numberOf, type KnownChanges } from "./knownChanges";

/** The number of users whose values are kept. */
const mostUsers = 2_000;
/** The values of users with more are read for each page. */
const mostValues = 2_000;

/** Values of a user, one for each row. */
export type KeptByUser<Value> = {
  /**
   * Returns the user's value of each row, by its id. It includes every change that the
   * client knows of.
   */
  on(
    user: { userId: string },
    rowIds: readonly string[],
    known?: KnownChanges,
  ): Promise<ReadonlyMap<string, Value>>;
  stop(): Promise<void>;
};

/**
 * Makes the lookup of values that users have on rows. The values of a user are kept
 * from the first read until one of them changes, so that a list needs no statement for
 * them. It follows the changes from the first call on; until then, and for a user who
 * knows of later changes, the database answers.
 */
export function createKeptByUser<Value>(
  {
    database: { kysely },
    changes,
    log,
  }: {
    database: Pick<Database, "kysely">;
    changes: ChangeHub;
    log: DatabaseLog;
  },
  {
    table,
    findAll,
    findOn,
  }: {
    /** The table of the values, which is also their topic and their name in the log. */
    table: ChangeTopic & keyof Tables;
    /** Returns the values of at most `most` rows. */
    findAll: (userId: string, most: number) => Promise<Map<string, Value>>;
    findOn: (
      userId: string,
      rowIds: readonly string[],
    ) => Promise<Map<string, Value>>;
  },
): KeptByUser<Value> {
  /** Null for a user with too many values. */
  type Kept = Promise<ReadonlyMap<string, Value> | null>;
  const byUser = new LRUCache<string, Kept>({ max: mostUsers });
  let isStopped = false;
  let subscription: Subscription | undefined;
  let subscribing: Promise<void> | undefined;

  const subscribe = async () => {
    try {
      subscription = await changes.subscribe({
        name: table,
        reads: () => ({ [table]: [{ table }] }),
        onChanges: async ({ after }, changed) => {
          if (byUser.size === 0 || changed.size === 0) return;
          const { rows } = await sql<{ user_id: string }>`
            select distinct user_id from ${sql.table(table)}
            where seq > ${String(after)}`.execute(kysely);
          for (const { user_id } of rows) byUser.delete(user_id);
        },
      });
    } catch (error) {
      log.warn({ err: error }, `changes of ${table} could not be followed`);
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

  /** Returns whether the kept values include the changes that a client knows of. */
  const isCurrent = (known: KnownChanges) =>
    !isStopped &&
    subscription !== undefined &&
    numberOf(known, table) <= subscription.number();

  return {
    on: async ({ userId }, rowIds, known = new Map()) => {
      if (rowIds.length === 0) return new Map();
      if (!isStopped) subscribing ??= subscribe();
      const kept = isCurrent(known) ? await keptOf(userId) : null;
      return kept ?? (await findOn(userId, rowIds));
    },
    stop: async () => {
      isStopped = true;
      await subscription?.stop();
    },
  };
}
