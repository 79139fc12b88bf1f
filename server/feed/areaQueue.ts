import { sql, type Kysely } from "kysely";
import type { Database, Tables } from "../platform/database";
import { createQueues } from "../platform/queues";
import type { FeedArea } from "./feedMapping";

const queuesOf = new WeakMap<Database, ReturnType<typeof createQueues>>();

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
  const inQueue = queuesOf.get(database) ?? createQueues();
  queuesOf.set(database, inQueue);
  return inQueue(area, () => underLock({ database, area }, work));
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
