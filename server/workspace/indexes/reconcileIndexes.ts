import { setTimeout as pause } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import {
  isDatabaseUnavailable,
  isStorageFull,
  type Database,
  type DatabaseLog,
  type Tables,
} from "../../platform/database";
import { ownIndexName, type WantedIndex } from "./wantedIndexes";

type Connection = Kysely<Tables>;

/**
 * A database session that creates and drops the indexes of added fields. On
 * PostgreSQL it holds a shared advisory lock for each index that this server
 * wants, so that a server with other declarations does not drop it. The locks
 * end with the session, also when the server dies.
 */
export type IndexSession = {
  /**
   * Creates the wanted indexes that are missing. Drops invalid indexes, and indexes that
   * no running server wants. On PostgreSQL, rows can be read and
   * written at the same time, and only one server works at a time. A failed
   * statement does not stop the others. If another attempt may succeed, as after a
   * deadlock, IndexesFailed is thrown after the others; else the failure is logged.
   * Throws if the database does not answer.
   */
  reconcile(wanted: readonly WantedIndex[]): Promise<void>;
  /** Cancels the running statement and ends the session. */
  close(): Promise<void>;
};

/** Some indexes could not be changed now. Another attempt may succeed. */
export class IndexesFailed extends Error {
  constructor(names: readonly string[], options: ErrorOptions) {
    super(`Not changed: ${names.join(", ")}`, options);
    this.name = "IndexesFailed";
  }
}

/** The pause before a server tries again while another one works. */
const retryMs = 250;

export async function openIndexSession({
  database,
  log,
}: {
  database: Database;
  log: DatabaseLog;
}): Promise<IndexSession> {
  const stop = new AbortController();
  const isStopping = () => stop.signal.aborted;
  const { connection, release } = await holdConnection(database);
  const isShared = database.kind === "server";
  const backend = isShared
    ? await backendOf(connection).catch(async (error: unknown) => {
        await release();
        throw error;
      })
    : null;
  const claims = new Set<string>();
  let running: Promise<void> | undefined;

  const reconcile = async (wanted: readonly WantedIndex[]) => {
    const failed = new Map<string, unknown>();
    const work = { database, connection, log, isStopping, failed };
    if (!isShared) return change(work, wanted);
    while (!isStopping()) {
      if (await tryLock(connection, workLock)) {
        try {
          await updateClaims(connection, claims, wanted);
          await change(work, wanted);
        } finally {
          await unlock(connection, workLock);
        }
        return;
      }
      // Waiting inside the database would block CREATE INDEX CONCURRENTLY.
      await pause(retryMs);
    }
  };

  return {
    reconcile: (wanted) => {
      running = reconcile(wanted).finally(() => {
        running = undefined;
      });
      return running;
    },
    close: async () => {
      stop.abort();
      const unfinished = running;
      if (unfinished && backend !== null) {
        const cancel = sql`select pg_cancel_backend(${backend})`;
        await cancel.execute(database.kysely).catch(() => undefined);
        await unfinished.catch(() => undefined);
      }
      if (isShared) await releaseLocks(connection);
      await release();
    },
  };
}

/** Takes a connection out of the pool until it is released. */
const holdConnection = ({ held }: Pick<Database, "held">) =>
  new Promise<{ connection: Connection; release: () => Promise<void> }>(
    (resolve, reject) => {
      const session = held.connection().execute(
        (connection) =>
          new Promise<void>((end) => {
            const release = async () => {
              end();
              await session;
            };
            resolve({ connection, release });
          }),
      );
      session.catch(reject);
    },
  );

async function backendOf(connection: Connection): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid`.execute(connection);
  return rows[0]?.pid ?? null;
}

/** Keys of advisory locks: the one for working, and one for each index. */
const workLock = sql`hashtext('indexes of added fields'), 0`;
const claimLock = (name: string) =>
  sql`hashtext('index of an added field'), hashtext(${name})`;

async function tryLock(
  connection: Connection,
  key: ReturnType<typeof claimLock>,
): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_lock(${key}) as "isHeld"`.execute(connection);
  return rows[0]?.isHeld === true;
}

const unlock = (connection: Connection, key: ReturnType<typeof claimLock>) =>
  sql`select pg_advisory_unlock(${key})`.execute(connection);

/** Holds shared locks for exactly the wanted indexes. */
async function updateClaims(
  connection: Connection,
  claims: Set<string>,
  wanted: readonly WantedIndex[],
): Promise<void> {
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of names)
    if (!claims.has(name)) {
      await sql`select pg_advisory_lock_shared(${claimLock(name)})`.execute(
        connection,
      );
      claims.add(name);
    }
  for (const name of [...claims])
    if (!names.has(name)) {
      await sql`select pg_advisory_unlock_shared(${claimLock(name)})`.execute(
        connection,
      );
      claims.delete(name);
    }
}

/** Tries twice, because a late cancellation may hit the first attempt. */
async function releaseLocks(connection: Connection): Promise<void> {
  const unlockAll = sql`select pg_advisory_unlock_all()`;
  await unlockAll
    .execute(connection)
    .catch(() => unlockAll.execute(connection))
    .catch(() => undefined);
}

type Work = {
  database: Database;
  connection: Connection;
  log: DatabaseLog;
  isStopping: () => boolean;
  /** The errors of statements that may succeed later, by the name of the index. */
  failed: Map<string, unknown>;
};

async function change(
  work: Work,
  wanted: readonly WantedIndex[],
): Promise<void> {
  const { database, connection, log } = work;
  const present = await findOwn(connection);
  const wantedNames = new Set(wanted.map(({ name }) => name));
  const validNames = new Set(
    present.filter(({ isValid }) => isValid).map(({ name }) => name),
  );
  const how = sql.raw(database.kind === "server" ? "concurrently" : "");
  const isShared = database.kind === "server";
  let dropped = 0;
  for (const { name, isValid } of present) {
    if (isValid && wantedNames.has(name)) continue;
    const isOthers = isShared && !wantedNames.has(name);
    if (isOthers && !(await tryLock(connection, claimLock(name)))) continue;
    const drop = sql`drop index ${how} if exists ${sql.id(name)}`;
    if (await run(work, name, drop)) dropped += 1;
    if (isOthers) await unlock(connection, claimLock(name));
  }
  let created = 0;
  const changedTables = new Set<string>();
  for (const { name, table, definition } of wanted) {
    if (validNames.has(name)) continue;
    const create = sql`create index ${how} ${sql.id(name)}
      on ${sql.id(table)} ${sql.raw(definition)}`;
    if (!(await run(work, name, create))) {
      // A failed CREATE INDEX CONCURRENTLY leaves an invalid index. It takes the space that
      // users need; after other failures the next attempt drops it.
      if (isShared && isStorageFull(work.failed.get(name)))
        await run(work, name, sql`drop index ${how} if exists ${sql.id(name)}`);
      continue;
    }
    created += 1;
    changedTables.add(table);
  }
  // The planner needs statistics of the indexed expressions.
  for (const table of changedTables)
    await run(work, table, sql`analyze ${sql.id(table)}`);
  if (created + dropped > 0)
    log.info({ created, dropped }, "indexes of added fields changed");
  const [cause] = work.failed.values();
  if (cause !== undefined)
    throw new IndexesFailed([...work.failed.keys()], { cause });
}

/** Runs one statement; returns whether it succeeded. */
async function run(
  { connection, log, isStopping, failed }: Work,
  name: string,
  statement: ReturnType<typeof sql>,
): Promise<boolean> {
  if (isStopping()) return false;
  try {
    await statement.execute(connection);
    return true;
  } catch (error) {
    if (isStopping()) return false;
    if (maySucceedLater(error)) failed.set(name, error);
    else log.warn({ err: error, index: name }, "an index could not be changed");
    return false;
  }
}

/** Whether the error is a deadlock, a full disk, a cancellation or a lost connection. */
const maySucceedLater = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  isStorageFull(error) ||
  (error instanceof Error && "code" in error && error.code === "40P01");

async function findOwn(
  connection: Connection,
): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await sql<{ name: string; isValid: boolean }>`
    select class.relname as name, entry.indisvalid as "isValid"
    from pg_index as entry join pg_class as class on class.oid = entry.indexrelid
    where class.relname ~ ${ownIndexName} and pg_table_is_visible(class.oid)`.execute(
    connection,
  );
  return rows;
}
