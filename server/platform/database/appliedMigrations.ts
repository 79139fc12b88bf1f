import { sql } from "kysely";
import type { Database } from "./database";
import { versionOf, type Migrations } from "./migrations";

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
