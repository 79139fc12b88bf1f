import type { LookupTables, TableRow } from "../../../domain/computed/formula";
import type { ChangeHub, Subscription } from "../../platform/changes";
import type { Database, DatabaseLog } from "../../platform/database";

/** The most records that are read of a table; further ones are as if they did not exist. */
const mostRows = 50_000;

type Kept = { rows: readonly TableRow[]; version: number };

/** The records that computed fields read, in memory. */
export type KeptTables = {
  /** Returns tables by row schema, and a text that differs once a record has changed. */
  read(
    names: readonly string[],
  ): Promise<{ tables: LookupTables; version: string }>;
  stop(): Promise<void>;
};

/**
 * Keeps tables of records until one of their records changes on any server. Until the
 * changes are followed, and after the stop, each call reads the database.
 */
export function keepTables({
  database: { kysely },
  changes,
  log,
}: {
  database: Pick<Database, "kysely">;
  changes: Pick<ChangeHub, "subscribe">;
  log: DatabaseLog;
}): KeptTables {
  const kept = new Map<string, Promise<Kept>>();
  let versions = 0;
  let subscription: Subscription | undefined;
  let subscribing: Promise<void> | undefined;
  let isStopped = false;

  const subscribe = async () => {
    try {
      subscription = await changes.subscribe({
        name: "computed",
        reads: () => ({ records: [{ table: "record_history" }] }),
        onChanges: async ({ after, upTo }, topics) => {
          if (topics.size === 0 || kept.size === 0) return;
          const changed = await kysely
            .selectFrom("record_history")
            .select("row_schema as name")
            .distinct()
            .where("seq", ">", String(after))
            .where("seq", "<=", String(upTo))
            .where("row_schema", "in", [...kept.keys()])
            .execute();
          for (const { name } of changed) kept.delete(name);
        },
      });
    } catch (error) {
      if (!isStopped)
        log.warn({ err: error }, "changes of tables could not be followed");
    }
  };

  const load = async (name: string): Promise<Kept> => {
    const found = await kysely
      .selectFrom("records")
      .select(["id", "data"])
      .where("row_schema", "=", name)
      .orderBy("id")
      .limit(mostRows + 1)
      .execute();
    if (found.length > mostRows)
      log.warn({ table: name, mostRows }, "a table has too many records");
    versions += 1;
    return { rows: found.slice(0, mostRows), version: versions };
  };

  const tableOf = (name: string): Promise<Kept> => {
    const known = kept.get(name);
    if (known) return known;
    const loading = load(name);
    if (!subscription || isStopped) return loading;
    // A change that overtakes the read deletes the promise, so that nothing old is kept.
    kept.set(name, loading);
    loading.catch(() => {
      if (kept.get(name) === loading) kept.delete(name);
    });
    return loading;
  };

  return {
    read: async (names) => {
      if (!isStopped) subscribing ??= subscribe();
      const found = await Promise.all(
        names.map(async (name) => [name, await tableOf(name)] as const),
      );
      return {
        tables: new Map(found.map(([name, { rows }]) => [name, rows])),
        version: found.map(([, { version }]) => version).join(" "),
      };
    },
    stop: async () => {
      isStopped = true;
      await subscribing;
      await subscription?.stop();
    },
  };
}
