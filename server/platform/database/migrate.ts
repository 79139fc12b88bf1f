import { Migrator, sql, type Migration } from "kysely";
import { assertVersion } from "./appliedMigrations";
import type { Database } from "./database";
import type { Migrations } from "./migrations";
import { assertRestored, markInDatabase } from "./restoreMark";

const oldestServerVersion = 15;

/**
 * Runs all pending migrations in one transaction. Servers that start together
 * wait for each other, so each migration runs once. Throws if PostgreSQL is
 * older than 15 or a migration fails, OtherVersion if another version of Seriba made
 * the database, and RestoreUnfinished on PostgreSQL.
 */
export async function migrate(
  database: Database,
  migrations: Migrations,
): Promise<void> {
  await checkVersion(database);
  if (database.kind === "server")
    await assertRestored(markInDatabase(database));
  await assertVersion(database, migrations);
  const runs = Object.fromEntries(
    Object.entries(migrations).map(([name, statements]) => [
      name,
      run(statements),
    ]),
  );
  const migrator = new Migrator({
    db: database.longRunning,
    provider: { getMigrations: () => Promise.resolve(runs) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === "Error");
  throw new Error(
    `The database could not be brought up to date${failed ? ` by ${failed.migrationName}` : ""}`,
    { cause: error },
  );
}

const run = (statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

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
