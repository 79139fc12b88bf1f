import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Database, Tables } from "../platform/database";
import type { FeedArea } from "./feedMapping";

/** The end of the last import into each area, by database. */
const tails = new WeakMap<Database, Map<FeedArea, Promise<void>>>();

/**
 * Runs `work` when no other import into the area is running: in this program
 * by waiting for the one before, across programs on one PostgreSQL by an
 * advisory lock, which a killed program loses. `work` gets the connection that
 * holds the lock.
 */
export async function inAreaQueue<Result>(
  { database, area }: { database: Database; area: FeedArea },
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const queues = tails.get(database) ?? new Map<FeedArea, Promise<void>>();
  tails.set(database, queues);
  const before = queues.get(area) ?? Promise.resolve();
  const run = before.then(() => underLock({ database, area }, work));
  queues.set(
    area,
    run.then(
      () => undefined,
      () => undefined,
    ),
  );
  return run;
}

function underLock<Result>(
  { database, area }: { database: Database; area: FeedArea },
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.longRunning.connection().execute(async (connection) => {
    // The embedded database has one session, and this program alone.
    if (database.kind === "embedded") return work(connection);
    const key = sql`hashtext(${`import:${area}`})`;
    await sql`select pg_advisory_lock(${key})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
