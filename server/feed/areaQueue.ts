import { sql, type Kysely } from "kysely";
import type { Database, Tables } from "../platform/database";
import type { FeedArea } from "./feedMapping";

/** The last import of each area, by database. */
const tails = new WeakMap<Database, Map<FeedArea, Promise<void>>>();

/**
 * Runs `work` while no other import into the area runs. Imports of this program
 * wait in a queue; imports of other programs on the same PostgreSQL wait for an
 * advisory lock, which PostgreSQL releases when a program dies. `work` gets the
 * connection that holds the lock.
 */
export async function inAreaQueue<Result>(
  { database, area }: { database: Database; area: FeedArea },
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const queues = tails.get(database) ?? new Map<FeedArea, Promise<void>>();
  tails.set(database, queues);
  const previous = queues.get(area) ?? Promise.resolve();
  const run = previous.then(() => underLock({ database, area }, work));
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
    // Only this program uses the embedded database, with a single session.
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
