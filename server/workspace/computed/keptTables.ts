import type { LookupTables, TableRow } from "../../../domain/computed/step";
import type { Kysely, Transaction } from "kysely";
import type { ChangeHub, Subscription } from "../../platform/changes";
import { runWithDeadline } from "../../platform/deadline";
import type { Database, DatabaseLog, Tables } from "../../platform/database";

/** The most records of a table, the newest; others are as if they did not exist. */
const mostRows = 50_000;

/** Without notice of changes, tables are read again after this time. */
const unfollowedMs = 1_000;

type Kept = { rows: readonly TableRow[]; version: number };

const noTable: Kept = { rows: [], version: 0 };

/** The records that computed fields read, in memory. */
export type KeptTables = {
  /**
   * Returns tables by row schema, and a text that differs once a record has changed. A
   * transaction reads them once from the database, and then keeps them until its end.
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
    const numbered = from
      .selectFrom("records")
      .select(({ fn }) => [
        "id",
        "data",
        "row_schema as name",
        fn
          .agg<string>("row_number")
          .over((over) => over.partitionBy("row_schema").orderBy("id", "desc"))
          .as("place"),
      ])
      .where("row_schema", "in", names);
    const found = await from
      .selectFrom(numbered.as("numbered"))
      .selectAll()
      .where("place", "<=", String(mostRows + 1))
      .orderBy("id")
      .execute();
    const rows = found.filter(({ place }) => Number(place) <= mostRows);
    if (rows.length < found.length)
      log.warn({ tables: names, mostRows }, "a table has too many records");
    versions += 1;
    const version = versions;
    return (name: string): Kept => ({
      rows: rows.filter((row) => row.name === name),
      version,
    });
  };

  const ofTransactions = new WeakMap<
    Transaction<Tables>,
    Map<string, ReturnType<typeof load>>
  >();
  const loadIn = (trx: Transaction<Tables>, names: readonly string[]) => {
    const known =
      ofTransactions.get(trx) ?? new Map<string, ReturnType<typeof load>>();
    ofTransactions.set(trx, known);
    const key = names.join(" ");
    const loading = known.get(key) ?? load(names, trx);
    known.set(key, loading);
    return loading;
  };

  const loadMissing = (names: readonly string[]) => {
    const missing = names.filter((name) => !kept.has(name));
    if (missing.length === 0) return;
    // Other requests wait for it too, so that the end of one must not cancel it.
    const loading = runWithDeadline(null, () => load(missing));
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
        const tableOf = await loadIn(trx, names);
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
