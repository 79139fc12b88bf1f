import { cp, mkdir, open } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { endAllAccess } from "../../identity";
import { openStorage, storedKeys, temporaryFolder } from "../../files";
import type { Config } from "../../platform/config";
import {
  migrationNames,
  openDatabase,
  withLockedFiles,
  type Database,
  type DatabaseLog,
} from "../../platform/database";
import { holdMails, settleHeldMails } from "./heldMails";
import {
  BackupFailed,
  isEmptyFolder,
  readManifest,
  writeManifest,
  type Manifest,
} from "./manifest";
import { runTool } from "./pgTools";

type Scope = { config: Config; log: DatabaseLog };

/**
 * Writes the database and its uploaded files into an empty folder. On PostgreSQL servers
 * may run; the embedded database must not be open. Throws BackupFailed, and
 * DataDirectoryInUse while a server runs on the embedded database.
 */
export async function makeBackup(
  scope: Scope,
  { folder, now }: { folder: string; now: Date },
): Promise<Manifest> {
  const { config } = scope;
  if (!(await isEmptyFolder(folder)))
    throw new BackupFailed(`${folder} is not empty`);
  refuseMemory(config);
  const migration = await lastMigration(scope);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (config.databaseUrl === "")
    await withLockedFiles(config.dataDirectory, (files) =>
      cp(files, copyIn(folder), { recursive: true }),
    );
  else {
    await runTool("pg_dump", {
      url: config.databaseUrl,
      server: await withDatabase(scope, serverVersion),
      options: ["--format=custom", ...plain, `--file=${copyIn(folder)}`],
    });
  }
  // After the copy of the database, so that no row in it is newer than its file.
  const keys = await withDatabase(scope, storedKeys);
  const files = await copyFiles(config, keys, path.join(folder, "files"));
  const manifest: Manifest = {
    format: 1,
    database: kindOf(config),
    madeAt: now.toISOString(),
    migration,
    files,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/**
 * Loads a backup into an empty database and an empty place for files. All sessions end,
 * because sessions that ended after the backup would be valid again, and mails that
 * waited are held. Throws BackupFailed if database or place is in use, or if this program cannot read the backup.
 */
export async function restoreBackup(
  scope: Scope,
  folder: string,
): Promise<{ files: number; heldMails: number }> {
  const { config } = scope;
  const manifest = await readManifest(folder);
  refuseMemory(config);
  if (manifest.database !== kindOf(config))
    throw new BackupFailed(
      manifest.database === "embedded"
        ? "The backup is of an embedded database: restore it without DATABASE_URL"
        : "The backup is of PostgreSQL: set DATABASE_URL to an empty database",
    );
  if (!migrationNames.includes(manifest.migration))
    throw new BackupFailed(
      "The backup was made by a later version of Seriba: restore it with that version",
    );
  if (!(await isEmptyFolder(filesFolder(config))))
    throw new BackupFailed(
      `The folder of uploaded files is not empty: ${filesFolder(config)}`,
    );
  if (config.databaseUrl === "") {
    const { dataDirectory } = config;
    if (!(await isEmptyFolder(dataDirectory)))
      throw new BackupFailed(`DATA_DIRECTORY is not empty: ${dataDirectory}`);
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    await cp(copyIn(folder), path.join(dataDirectory, "database"), {
      recursive: true,
    });
  } else {
    const server = await withDatabase(scope, async (database) => {
      await refuseTables(database);
      return serverVersion(database);
    });
    await runTool("pg_restore", {
      url: config.databaseUrl,
      server,
      options: [
        ...plain,
        "--exit-on-error",
        "--single-transaction",
        copyIn(folder),
      ],
    });
  }
  const storage = openStorage(config);
  const { keys, heldMails } = await withDatabase(scope, async (database) => {
    await endAllAccess(database);
    return {
      heldMails: await holdMails(database),
      keys: await storedKeys(database),
    };
  });
  for (const key of keys) {
    const bytes = await openCopy(path.join(folder, "files", key));
    if (bytes) await storage.write(key, bytes);
  }
  return { files: manifest.files, heldMails };
}

/** Sends or drops the mails that a restore held, and returns their number. */
export async function settleRestoredMails(
  scope: Scope,
  options: { action: "send" | "drop"; now: Date },
): Promise<number> {
  const { databaseUrl, dataDirectory } = scope.config;
  // Opening a data directory would create a database.
  if (databaseUrl === "" && (await isEmptyFolder(dataDirectory)))
    throw new BackupFailed("There is no database of Seriba");
  return withDatabase(scope, (database) => settleHeldMails(database, options));
}

const plain = ["--no-owner", "--no-privileges"];

const copyIn = (folder: string) => path.join(folder, "database");

const kindOf = ({ databaseUrl }: Config) =>
  databaseUrl === "" ? "embedded" : "postgresql";

const filesFolder = ({ filesUrl, filesDirectory, dataDirectory }: Config) => {
  if (filesUrl !== "") return "";
  return filesDirectory === ""
    ? path.join(dataDirectory, "files")
    : path.resolve(filesDirectory);
};

function refuseMemory(config: Config): void {
  if (config.databaseUrl === "" && config.dataDirectory === ":memory:")
    throw new BackupFailed("DATA_DIRECTORY=:memory: keeps nothing");
  if (temporaryFolder(config) !== null)
    throw new BackupFailed(
      "Uploaded files are in no folder: set DATA_DIRECTORY, FILES_DIRECTORY or FILES_URL",
    );
}

async function withDatabase<Result>(
  { config, log }: Scope,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    maintenance: false,
    log,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Returns the last migration that the database has. */
async function lastMigration(scope: Scope): Promise<string> {
  const { databaseUrl, dataDirectory } = scope.config;
  const none = new BackupFailed("There is no database of Seriba to back up");
  // Opening a data directory would create a database.
  if (databaseUrl === "" && (await isEmptyFolder(dataDirectory))) throw none;
  return withDatabase(scope, async ({ longRunning }) => {
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('kysely_migration') is not null as exists`.execute(
      longRunning,
    );
    if (rows[0]?.exists !== true) throw none;
    const last = await sql<{ name: string }>`
      select name from kysely_migration order by name desc limit 1`.execute(
      longRunning,
    );
    return last.rows[0]?.name ?? "";
  });
}

async function serverVersion({ longRunning }: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version
  `.execute(longRunning);
  return rows[0]?.version ?? 0;
}

async function refuseTables({ longRunning }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname not like 'pg\\_%' and nspname <> 'information_schema'
    limit 1`.execute(longRunning);
  if (rows.length > 0)
    throw new BackupFailed(
      "The database is not empty: create an empty one and set DATABASE_URL to it",
    );
}

/** Copies stored files and returns their number. A file that was removed is left out. */
async function copyFiles(
  config: Config,
  keys: readonly string[],
  folder: string,
): Promise<number> {
  await mkdir(folder, { mode: 0o700 });
  const storage = openStorage(config);
  let copied = 0;
  for (const key of keys) {
    const bytes = await storage.read(key);
    if (!bytes) continue;
    const file = createWriteStream(path.join(folder, key), { mode: 0o600 });
    await pipeline(bytes, file);
    copied += 1;
  }
  return copied;
}

/** Opens the copy of a file; null if the file was left out of the backup. */
async function openCopy(file: string): Promise<Readable | null> {
  try {
    return (await open(file, "r")).createReadStream();
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) return null;
    throw error;
  }
}
