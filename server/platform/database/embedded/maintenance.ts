import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { DatabaseLog } from "../database";
import type { Tables } from "../tables";

const checkEveryMilliseconds = 30_000;
/** A log as long as this is written into the tables' files... */
const checkpointAfterBytes = 128 * 1024 * 1024;
/** ...and a shorter one at the latest after as many checks. */
const checkpointAfterChecks = 10;

/**
 * What PostgreSQL's background processes would do and PGlite has none for:
 * CHECKPOINT, without which the log grows for ever, and VACUUM ANALYZE of the
 * tables that changed, without which they do, and plans go wrong.
 */
export async function createMaintenance(database: Kysely<Tables>) {
  let checkpointAt = await logPosition(database);
  let checks = 0;

  async function checkpoint(): Promise<void> {
    checks += 1;
    const written = Number(await logPosition(database)) - Number(checkpointAt);
    const isDue = written > 0 && checks >= checkpointAfterChecks;
    if (written < checkpointAfterBytes && !isDue) return;
    await sql`checkpoint`.execute(database);
    checkpointAt = await logPosition(database);
    checks = 0;
  }

  async function vacuum(): Promise<void> {
    for (const table of await changedTables(database)) {
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(database);
    }
  }

  return {
    /** One round: a checkpoint and the tables that are due. */
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
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    maintenance
      .run()
      .catch((error: unknown) => {
        log.warn({ err: error }, "database maintenance failed");
      })
      .finally(() => {
        isRunning = false;
      });
  }, checkEveryMilliseconds);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** Bytes written to the log since the database was made. */
async function logPosition(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position
  `.execute(database);
  return rows[0]?.position ?? "0";
}

/** The thresholds of PostgreSQL's own autovacuum, at a tenth of the rows. */
async function changedTables(database: Kysely<Tables>): Promise<string[]> {
  // Nobody else writes the counts of this session where they can be read.
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', schemaname, relname) as name
    from pg_stat_user_tables
    where greatest(n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum)
      > 500 + 0.1 * n_live_tup
  `.execute(database);
  return rows.map(({ name }) => name);
}
