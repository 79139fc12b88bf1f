import { setTimeout as pause } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Database, Tables } from "../platform/database";
import { createQueues } from "../platform/queues";
import { lotKindOf, type LotKind } from "./lotKinds";
import type { LotArea } from "./lotSource";

const queuesOf = new WeakMap<Database, ReturnType<typeof createQueues>>();
const tryAgainMilliseconds = 250;

/**
 * Runs `work` while nothing else imports or moves lots of the area's kind.
 * Imports of this program wait in a queue. Imports of other programs on the same
 * PostgreSQL try an advisory lock again and again: a waiting lock would hold a
 * snapshot, which delays vacuum and index builds. PostgreSQL releases the lock
 * when a program dies. `work` gets the connection that holds the lock. Throws an
 * AbortError if `signal` aborts during the wait.
 */
export async function withKindLock<Result>(
  {
    database,
    area,
    signal,
  }: { database: Database; area: LotArea; signal?: AbortSignal | undefined },
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const inQueue = queuesOf.get(database) ?? createQueues();
  queuesOf.set(database, inQueue);
  const kind = lotKindOf(area);
  return inQueue(kind, async () => {
    for (;;) {
      const done = await database.held
        .connection()
        .execute((connection) =>
          tryLocked({ database, kind, connection, work }),
        );
      if (done) return done.result;
      await pause(tryAgainMilliseconds, undefined, { signal });
    }
  });
}

/** Returns the result of `work`, or null if another program has the lock. */
async function tryLocked<Result>({
  database,
  kind,
  connection,
  work,
}: {
  database: Database;
  kind: LotKind;
  connection: Kysely<Tables>;
  work: (connection: Kysely<Tables>) => Promise<Result>;
}): Promise<{ result: Result } | null> {
  // Only this program uses the embedded database, with a single session.
  if (database.kind === "embedded") return { result: await work(connection) };
  const key = sql`hashtext(${`import:${kind}`})`;
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(${key}) as "isLocked"`.execute(connection);
  if (!rows[0]?.isLocked) return null;
  try {
    return { result: await work(connection) };
  } finally {
    await sql`select pg_advisory_unlock(${key})`.execute(connection);
  }
}
