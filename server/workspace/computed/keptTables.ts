import type { LookupTables, TableRow } from "../../../domain/computed/formula";
import type { Kysely, Transaction } from "kysely";
import type { ChangeHub, Subscription } from "../../platform/changes";
import type { Database, DatabaseLog, Tables } from "../../platform/database";

/** The most records that are read at once; further ones are as if they did not exist. */
const mostRows = 50_000;

/** Without notice of changes, tables are read again after this time. */
const unfollowedMs = 1_000;

type Kept = { rows: readonly TableRow[]; version: number };

const noTable: Kept = { rows: [], version: 0 };

/** The records that computed fields read, in memory. */
export type KeptTables = {
  /**
   * Returns tables by row schema, and a text that differs once a record has changed. In a
   * transaction they are always read from the database.
   */
  read(
    names: readonly string[],
    trx?: Transaction<Tables>,
  ): Promise<{ tables: LookupTables; version: string }>;
  stop(): Promise<void>;
};

/**
 * Keeps tables of records until one of their records changes on any server. Until the
 * changes are followed, which a long transaction delays, they are kept for a second.
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

  /** Reads tables with one statement, because each call of a list may need them. */
  const load = async (
    names: readonly string[],
    from: Kysely<Tables> = kysely,
  ) => {
    const found = await from
      .selectFrom("records")
      .select(["id", "data", "row_schema as name"])
      .where("row_schema", "in", names)
      .orderBy("id")
      .limit(mostRows + 1)
      .execute();
    if (found.length > mostRows)
      log.warn({ tables: names, mostRows }, "tables have too many records");
    const rows = found.slice(0, mostRows);
    versions += 1;
    const version = versions;
    return (name: string): Kept => ({
      rows: rows.filter((row) => row.name === name),
      version,
    });
  };

  const loadMissing = (names: readonly string[]) => {
    const missing = names.filter((name) => !kept.has(name));
    if (missing.length === 0) return;
    const loading = load(missing);
    for (const name of missing) {
      const table = loading.then((tableOf) => tableOf(name));
      const forget = () => {
        if (kept.get(name) === table) kept.delete(name);
      };
      // A change that overtakes the read deletes the promise, so that nothing old is kept.
      kept.set(name, table);
      table.catch(forget);
      if (!subscription || isStopped) setTimeout(forget, unfollowedMs).unref();
    }
  };

  return {
    read: async (names, trx) => {
      if (trx) {
        const tableOf = await load(names, trx);
        return joined(names.map((name) => [name, tableOf(name)]));
      }
      if (!isStopped) subscribing ??= subscribe();
      loadMissing(names);
      return joined(
        await Promise.all(
          names.map(
            async (name) => [name, (await kept.get(name)) ?? noTable] as const,
          ),
        ),
      );
    },
    stop: async () => {
      isStopped = true;
      await subscribing;
      await subscription?.stop();
    },
  };
}

const joined = (found: readonly (readonly [string, Kept])[]) => ({
  tables: new Map(found.map(([name, { rows }]) => [name, rows])),
  version: found.map(([, { version }]) => version).join(" "),
});
