import { Migrator, sql } from "kysely";
import type { Database } from "./database";
import { migrations } from "./migrations";
import { assertRestored, markInDatabase } from "./restoreMark";

const oldestServerVersion = 15;

/**
 * Runs all pending migrations in one transaction. Servers that start together
 * wait for each other, so each migration runs once. Throws if PostgreSQL is
 * older than 15 or a migration fails, and RestoreUnfinished on PostgreSQL.
 */
export async function migrate(database: Database): Promise<void> {
  await checkVersion(database);
  if (database.kind === "server")
    await assertRestored(markInDatabase(database));
  const migrator = new Migrator({
    db: database.longRunning,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === "Error");
  throw new Error(
    `The database could not be brought up to date${failed ? ` by ${failed.migrationName}` : ""}`,
    { cause: error },
  );
}

async function checkVersion(database: Database): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version
  `.execute(database.longRunning);
  const version = rows[0]?.version ?? "";
  if (Number.parseInt(version, 10) >= oldestServerVersion) return;
  throw new Error(
    `PostgreSQL ${oldestServerVersion} or later is needed; this server is ${version}`,
  );
}

/** The names of all migrations, the oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations);
