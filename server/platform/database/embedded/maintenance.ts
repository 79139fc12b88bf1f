import { sql, type Kysely } from "kysely";
import type { DatabaseLog } from "../database";
import type { Tables } from "../tables";

const intervalMs = 30_000;
/** A checkpoint runs when the log has grown by this much... */
const checkpointAfterBytes = 48 * 1024 * 1024;
/** ...or, if it has grown at all, after this many rounds. */
const checkpointAfterRounds = 10;

/**
 * Does the work of PostgreSQL's background processes, which PGlite lacks:
 * CHECKPOINT, so that the log does not grow without end, and VACUUM ANALYZE of
 * changed tables, so that they stay small and their statistics current.
 */
export async function createMaintenance(database: Kysely<Tables>) {
  let checkpointAt = await logPosition(database);
  let rounds = 0;

  async function checkpoint(): Promise<void> {
    rounds += 1;
    const written = Number(await logPosition(database)) - Number(checkpointAt);
    const isDue = written > 0 && rounds >= checkpointAfterRounds;
    if (written < checkpointAfterBytes && !isDue) return;
    await sql`checkpoint`.execute(database);
    checkpointAt = await logPosition(database);
    rounds = 0;
  }

  async function vacuum(): Promise<void> {
    for (const table of await changedTables(database)) {
      // Two statements, so that others wait for only one of them.
      await sql`vacuum ${sql.table(table)}`.execute(database);
      await sql`analyze ${sql.table(table)}`.execute(database);
    }
  }

  return {
    /** One round: a checkpoint and VACUUM, as far as they are due. */
    async run(): Promise<void> {
      await checkpoint();
      await vacuum();
    },
  };
}

/** Runs the maintenance until the returned function is called. */
export async function startMaintenance(
  database: Kysely<Tables>,
  log: DatabaseLog,
): Promise<() => void> {
  const maintenance = await createMaintenance(database);
  let isRunning = false;
  let isStopped = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    maintenance
      .run()
      .catch((error: unknown) => {
        // A stop closes the database under a round that is running.
        if (!isStopped) log.warn({ err: error }, "database maintenance failed");
      })
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/** Returns the bytes written to the log since the database was created. */
async function logPosition(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position
  `.execute(database);
  return rows[0]?.position ?? "0";
}

/** Returns tables of which about a tenth of the rows changed. */
async function changedTables(database: Kysely<Tables>): Promise<string[]> {
  // PGlite does not publish the counts of its session by itself.
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', schemaname, relname) as name
    from pg_stat_user_tables
    where greatest(n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum)
      > 500 + 0.1 * n_live_tup
  `.execute(database);
  return rows.map(({ name }) => name);
}
