import { setTimeout as pause } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Database, DatabaseLog, Tables } from "../../platform/database";
import { ownIndexName, type WantedIndex } from "./wantedIndexes";

type Reconciling = {
  database: Database;
  wanted: readonly WantedIndex[];
  log: DatabaseLog;
  /** Ends it before the next statement. */
  signal?: AbortSignal | undefined;
};

/** Another server at the same work is asked again after this time. */
const retryMilliseconds = 250;

/**
 * Makes the wanted indexes that are missing and drops those of ours that
 * nobody wants, or that a broken run left invalid. While they are made on
 * PostgreSQL, rows are read and written as ever; of several servers one at a
 * time is at it. What one index is refused for is logged and keeps no other
 * from being made. Throws when the database does not answer.
 */
export async function reconcileIndexes(options: Reconciling): Promise<void> {
  const { database, signal } = options;
  const isAlone = database.kind === "embedded";
  for (;;) {
    const isDone = await database.longRunning
      .connection()
      .execute((connection) =>
        isAlone
          ? reconcile(connection, options).then(() => true)
          : underLock(connection, options),
      );
    if (isDone || signal?.aborted) return;
    await pause(retryMilliseconds);
  }
}

/**
 * False when another server holds the lock. It is not waited for inside the
 * database: a waiting statement is one that the making of an index waits for.
 */
async function underLock(
  connection: Kysely<Tables>,
  options: Reconciling,
): Promise<boolean> {
  const key = sql`hashtext('indexes of added fields')`;
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_lock(${key}) as "isHeld"`.execute(connection);
  if (!rows[0]?.isHeld) return false;
  try {
    await reconcile(connection, options);
    return true;
  } finally {
    await sql`select pg_advisory_unlock(${key})`.execute(connection);
  }
}

async function reconcile(
  connection: Kysely<Tables>,
  { database, wanted, log, signal }: Reconciling,
): Promise<void> {
  const present = await findOwn(connection);
  const isWanted = new Set(wanted.map(({ name }) => name));
  const isPresent = new Set(
    present.filter(({ isValid }) => isValid).map(({ name }) => name),
  );
  const leftOver = present.filter(
    ({ name, isValid }) => !isValid || !isWanted.has(name),
  );
  const missing = wanted.filter(({ name }) => !isPresent.has(name));
  const how = sql.raw(database.kind === "server" ? "concurrently" : "");
  const run = async (name: string, statement: ReturnType<typeof sql>) => {
    if (signal?.aborted) return false;
    try {
      await statement.execute(connection);
      return true;
    } catch (error) {
      log.warn({ err: error, index: name }, "an index could not be changed");
      return false;
    }
  };
  let dropped = 0;
  for (const { name } of leftOver) {
    const drop = sql`drop index ${how} if exists ${sql.id(name)}`;
    if (await run(name, drop)) dropped += 1;
  }
  let made = 0;
  const filled = new Set<string>();
  for (const { name, table, definition } of missing) {
    const create = sql`create index ${how} ${sql.id(name)}
      on ${sql.id(table)} ${sql.raw(definition)}`;
    if (!(await run(name, create))) continue;
    made += 1;
    filled.add(table);
  }
  // Without it the planner knows nothing of the values behind an expression.
  for (const table of filled) await run(table, sql`analyze ${sql.id(table)}`);
  if (made + dropped > 0)
    log.info({ made, dropped }, "the indexes of added fields were changed");
}

async function findOwn(
  connection: Kysely<Tables>,
): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await sql<{ name: string; isValid: boolean }>`
    select class.relname as name, entry.indisvalid as "isValid"
    from pg_index as entry join pg_class as class on class.oid = entry.indexrelid
    where class.relname ~ ${ownIndexName} and pg_table_is_visible(class.oid)`.execute(
    connection,
  );
  return rows;
}
