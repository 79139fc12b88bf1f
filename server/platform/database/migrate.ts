import { type Migration, Migrator, sql } from "kysely";
import type { Database } from "./database";
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

/** Another version of Seriba made the database. The message is for the operator. */
export class OtherVersion extends Error {
  constructor(kind: Database["kind"], version: "later" | "unreleased") {
    super(
      version === "later"
        ? "The database was made by a later version of Seriba: start that version, or restore a backup that this version made"
        : `The database was made by an unreleased revision of Seriba, before 0.2.0, and cannot be upgraded. Set ${
            kind === "embedded"
              ? "DATA_DIRECTORY to a new folder"
              : "DATABASE_URL to an empty database"
          } and import the feeds again, or start the revision that made it`,
    );
    this.name = "OtherVersion";
  }
}

/** Returns the names of the migrations that the database has, null if it has no tables of Seriba. */
export async function appliedMigrations({
  longRunning,
}: Pick<Database, "longRunning">): Promise<string[] | null> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists
  `.execute(longRunning);
  if (rows[0]?.exists !== true) return null;
  const applied = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(longRunning);
  return applied.rows.map(({ name }) => name);
}

/** Throws OtherVersion if another version of Seriba made the database. */
export async function assertVersion(
  database: Database,
  migrations: Migrations,
): Promise<void> {
  const applied = await appliedMigrations(database);
  const version = versionOf(applied ?? [], migrations);
  if (version !== "this") throw new OtherVersion(database.kind, version);
}

/**
 * SQL statements by the name of their migration, such as `004_catalog`. The numbers are
 * global: an area takes the next number after the last one of all areas.
 */
export type Migrations = Readonly<Record<string, readonly string[]>>;

const namePattern = /^(\d{3})_[a-z0-9_]+$/;

const numberOf = (name: string): number =>
  Number(namePattern.exec(name)?.[1] ?? Number.NaN);

/**
 * Returns the migrations of all areas in the order of their numbers. Throws if a name
 * is malformed or two migrations have the same number.
 */
export function collectMigrations(areas: readonly Migrations[]): Migrations {
  const all = areas
    .flatMap((migrations) => Object.entries(migrations))
    .sort(([left], [right]) => numberOf(left) - numberOf(right));
  all.forEach(([name], index) => {
    const before = all[index - 1]?.[0];
    if (!namePattern.test(name))
      throw new Error(`Migration ${name} has no name like 004_catalog`);
    if (before !== undefined && numberOf(before) === numberOf(name))
      throw new Error(`Migrations ${before} and ${name} have the same number`);
  });
  return Object.fromEntries(all);
}

/** Returns the names of the tables and views that migrations create. */
export const createdTables = (migrations: Migrations): string[] =>
  Object.values(migrations)
    .flat()
    .flatMap(
      (statement) =>
        /^\s*create (?:table|view) (\w+)/i.exec(statement)?.[1] ?? [],
    );

/**
 * Returns the version of Seriba that ran these migrations: `this`, or one that this
 * version can upgrade; `later`; or `unreleased`, which gave a number to another migration.
 */
export function versionOf(
  applied: readonly string[],
  migrations: Migrations,
): "this" | "later" | "unreleased" {
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length === 0) return "this";
  const numbers = new Set(Object.keys(migrations).map(numberOf));
  const isReused = unknown.some((name) => numbers.has(numberOf(name)));
  return isReused ? "unreleased" : "later";
}
