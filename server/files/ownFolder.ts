import { sql } from "kysely";
import type { DatabaseLog } from "../platform/database";
import type { Context } from "../workspace/context";

/**
 * Warns if another server uses the database while the files of this server are in a
 * folder of its own, where the other one does not find them.
 */
export async function warnOfOwnFolder({
  config,
  database,
  log,
}: Pick<Context, "config" | "database"> & {
  log: Pick<DatabaseLog, "warn">;
}): Promise<void> {
  const { databaseUrl, filesUrl, filesDirectory } = config;
  if (databaseUrl === "" || filesUrl !== "" || filesDirectory !== "") return;
  const { rows } = await sql<{ servers: number }>`
    select count(*)::int as servers from pg_stat_activity
    where datname = current_database() and application_name = 'seriba-listen'
  `.execute(database.longRunning);
  if ((rows[0]?.servers ?? 0) > 1)
    log.warn(
      {},
      "another server uses this database and does not find files that are uploaded here: set FILES_DIRECTORY to a folder that all servers share, or FILES_URL to a bucket",
    );
}
