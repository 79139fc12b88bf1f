import { cp, mkdir, open, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { sql } from "kysely";
import { endAllAccess } from "../../identity";
import { openStorage, storedKeys } from "../../files";
import type { Config } from "../../platform/config";
import {
  appliedMigrations,
  type Database,
  markInDatabase,
  markInFolder,
  type RestoreMark,
  syncTree,
  versionOf,
  withLockedFiles,
} from "../../platform/database";
import { holdMails, settleHeldMails } from "../../platform/mail";
import {
  BackupFailed,
  databaseIn,
  filesFolder,
  filesIn,
  isEmptyFolder,
  kindOf,
  later,
  type Manifest,
  type Place,
  readManifest,
  refuseMemory,
  serverVersion,
  unreleased,
  withDatabase,
  withoutUsers,
} from "./place";
import { runTool } from "./pgTools";

/**
 * Loads a backup into an empty database and an empty place for files, and returns the
 * number of files. All sessions end, because sessions that ended after the backup would be
 * valid again, and mails that waited are held. Until all is done, no program starts on the
 * database; a restore that was cut off can be repeated. Throws BackupFailed if database or
 * place is in use, or if this program cannot read the backup.
 */
export async function restoreBackup(
  place: Place,
  folder: string,
): Promise<{ files: number; heldMails: number }> {
  const { config } = place;
  const manifest = await readManifest(folder);
  refuseMemory(config);
  refuseOthers(place, manifest);
  const copies = await readdir(filesIn(folder)).catch(() => []);
  refuseLost(folder, manifest, copies.length);
  const backup = { folder, manifest };
  if (config.databaseUrl === "") await loadEmbedded(config, backup);
  else await loadServer(place, backup);
  const finish = async (database: Database) => {
    const keys = await storedKeys(database);
    const files = await writeFiles(config, folder, keys);
    await endAllAccess(database);
    const heldMails = await holdMails(database);
    await markOf(config, database).remove();
    return { files, heldMails };
  };
  return withDatabase(place, finish, { isRestoring: true });
}

/** Sends or drops the mails that a restore held, and returns their number. */
export async function settleRestoredMails(
  place: Place,
  options: { action: "send" | "drop"; now: Date },
): Promise<number> {
  const { databaseUrl, dataDirectory } = place.config;
  // Opening a data directory would create a database.
  if (databaseUrl === "" && (await isEmptyFolder(dataDirectory)))
    throw new BackupFailed("There is no database of Seriba");
  return withDatabase(place, (database) => settleHeldMails(database, options));
}

type Backup = { folder: string; manifest: Manifest };

const markOf = (config: Config, database: Database): RestoreMark =>
  database.kind === "embedded"
    ? markInFolder(config.dataDirectory)
    : markInDatabase(database);

function refuseOthers({ config, migrations }: Place, manifest: Manifest): void {
  if (manifest.database !== kindOf(config))
    throw new BackupFailed(
      manifest.database === "embedded"
        ? "The backup is of an embedded database: restore it without DATABASE_URL"
        : "The backup is of PostgreSQL: set DATABASE_URL to an empty database",
    );
  const version = versionOf(manifest.migrations, migrations);
  if (version !== "this")
    throw new BackupFailed(version === "later" ? later : unreleased);
}

function refuseLost(folder: string, manifest: Manifest, found: number): void {
  if (found < manifest.files)
    throw new BackupFailed(
      `${filesIn(folder)} has ${found} of the ${manifest.files} files of the backup. Bring the others back, or restore without them by setting "files" in manifest.json to ${found}.`,
    );
}

/** Marks the database before data arrive. Throws BackupFailed if it is in use. */
async function begin(
  mark: RestoreMark,
  { madeAt }: Manifest,
  refuseUsed: () => Promise<void>,
): Promise<void> {
  const begun = await mark.read();
  if (begun === madeAt) return;
  if (begun !== null)
    throw new BackupFailed(
      `The restore of the backup made at ${begun} has not finished here: restore that backup again, or another one into an empty database and an empty place for files`,
    );
  await refuseUsed();
  await mark.write(madeAt);
}

async function loadEmbedded(
  config: Config,
  { folder, manifest }: Backup,
): Promise<void> {
  const { dataDirectory } = config;
  await begin(markInFolder(dataDirectory), manifest, async () => {
    await refuseFiles(config);
    if (!(await isEmptyFolder(dataDirectory)))
      throw new BackupFailed(`DATA_DIRECTORY is not empty: ${dataDirectory}`);
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  });
  await withLockedFiles(dataDirectory, async (database) => {
    // A restore that was cut off may have copied some of the files.
    await rm(database, { recursive: true, force: true });
    await cp(databaseIn(folder), database, { recursive: true });
    // The mark goes once the copy survives a power cut.
    syncTree(database);
  });
}

async function loadServer(
  place: Place,
  { folder, manifest }: Backup,
): Promise<void> {
  const { config } = place;
  const prepare = async (database: Database) => {
    await begin(markInDatabase(database), manifest, async () => {
      await refuseFiles(config);
      await refuseTables(database);
    });
    return {
      server: await serverVersion(database),
      isLoaded: await isLoaded(database, manifest),
    };
  };
  const prepared = await withDatabase(place, prepare, {
    isRestoring: true,
  });
  // pg_restore loads all tables in one transaction.
  if (prepared.isLoaded) return;
  const options = ["--exit-on-error", "--single-transaction"];
  await runTool("pg_restore", {
    url: config.databaseUrl,
    server: prepared.server,
    options: [...withoutUsers, ...options, databaseIn(folder)],
  });
}

/**
 * Whether the database has the tables of the backup. Throws BackupFailed if a program made
 * tables while the restore began.
 */
async function isLoaded(
  database: Database,
  { madeAt }: Manifest,
): Promise<boolean> {
  if ((await appliedMigrations(database)) === null) return false;
  const { rows } = await sql<{ first: string }>`
    select min(timestamp) as first from kysely_migration`.execute(
    database.longRunning,
  );
  if ((rows[0]?.first ?? "") > madeAt) throw notEmpty();
  return true;
}

const notEmpty = () =>
  new BackupFailed(
    "The database is not empty: create an empty one and set DATABASE_URL to it",
  );

async function refuseFiles(config: Config): Promise<void> {
  if (!(await isEmptyFolder(filesFolder(config))))
    throw new BackupFailed(
      `The folder of uploaded files is not empty: ${filesFolder(config)}`,
    );
}

async function refuseTables({ longRunning }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname not like 'pg\\_%' and nspname <> 'information_schema'
    limit 1`.execute(longRunning);
  if (rows.length > 0) throw notEmpty();
}

/** Writes the copies of files into the storage and returns their number. */
async function writeFiles(
  config: Config,
  folder: string,
  keys: readonly string[],
): Promise<number> {
  const storage = openStorage(config);
  let written = 0;
  for (const key of keys) {
    const bytes = await openCopy(path.join(filesIn(folder), key));
    if (!bytes) continue;
    // A restore that was cut off may have written a part of the file; a bucket has whole
    // objects only.
    if (config.filesUrl === "") await storage.remove(key);
    await storage.write(key, bytes);
    written += 1;
  }
  return written;
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
