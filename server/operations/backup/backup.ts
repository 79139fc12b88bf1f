import { cp, mkdir, rm } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { openStorage, storedKeys, uploadedKeys } from "../../files";
import type { Config } from "../../platform/config";
import {
  appliedMigrations,
  syncTree,
  withLockedFiles,
} from "../../platform/database";
import {
  BackupFailed,
  databaseIn,
  filesFolder,
  filesIn,
  isEmptyFolder,
  kindOf,
  type Place,
  refuseMemory,
  serverVersion,
  withDatabase,
  withoutUsers,
  writeManifest,
} from "./place";
import { runTool } from "./pgTools";

/**
 * Writes the database and its uploaded files into an empty folder, and returns the number
 * of copied files, and of files that the storage does not have. On PostgreSQL servers
 * may run; the embedded database must not be open. Throws
 * BackupFailed, also if the storage lacks every upload; OtherVersion; and
 * DataDirectoryInUse while a server runs on the embedded database. A failed backup leaves
 * the folder empty.
 */
export async function makeBackup(
  place: Place,
  { folder, now }: { folder: string; now: Date },
): Promise<{ files: number; missing: number }> {
  const { config } = place;
  if (!(await isEmptyFolder(folder)))
    throw new BackupFailed(`${folder} is not empty`);
  refuseMemory(config);
  const migrations = await findMigrations(place);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await writeBackup(place, { folder, now, migrations });
  } catch (error) {
    // The folder is empty again for the next attempt.
    for (const part of [databaseIn(folder), filesIn(folder)])
      await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function writeBackup(
  place: Place,
  {
    folder,
    now,
    migrations,
  }: { folder: string; now: Date; migrations: readonly string[] },
): Promise<{ files: number; missing: number }> {
  const { config } = place;
  if (config.databaseUrl === "")
    await withLockedFiles(config.dataDirectory, (files) =>
      cp(files, databaseIn(folder), { recursive: true }),
    );
  else {
    await runTool("pg_dump", {
      url: config.databaseUrl,
      server: await withDatabase(place, serverVersion),
      options: [
        "--format=custom",
        ...withoutUsers,
        `--file=${databaseIn(folder)}`,
      ],
    });
  }
  // After the copy of the database, so that no row in it is newer than its file.
  const { keys, uploads } = await withDatabase(place, async (database) => ({
    keys: await storedKeys(database),
    uploads: await uploadedKeys(database),
  }));
  const copied = await copyFiles(config, keys, filesIn(folder));
  // Drawn and translated pictures can be made again. Without any copy of an upload, the
  // settings probably name another storage than the server's.
  if (uploads.length > 0 && !uploads.some((key) => copied.has(key)))
    throw new BackupFailed(
      `None of the ${uploads.length} uploaded files is in ${config.filesUrl || filesFolder(config)}. Set FILES_DIRECTORY or FILES_URL as for the server, and make the backup again.`,
    );
  syncTree(folder);
  await writeManifest(folder, {
    format: 2,
    database: kindOf(config),
    madeAt: now.toISOString(),
    migrations,
    files: copied.size,
  });
  return { files: copied.size, missing: keys.length - copied.size };
}

/** Returns the migrations that the database has. */
async function findMigrations(place: Place): Promise<string[]> {
  const { databaseUrl, dataDirectory } = place.config;
  const none = new BackupFailed("There is no database of Seriba to back up");
  // Opening a data directory would create a database.
  if (databaseUrl === "" && (await isEmptyFolder(dataDirectory))) throw none;
  return withDatabase(place, async (database) => {
    const applied = await appliedMigrations(database);
    if (applied === null) throw none;
    return applied;
  });
}

/** Copies stored files and returns their keys. A file that was removed is left out. */
async function copyFiles(
  config: Config,
  keys: readonly string[],
  folder: string,
): Promise<ReadonlySet<string>> {
  await mkdir(folder, { mode: 0o700 });
  const storage = openStorage(config);
  const copied = new Set<string>();
  for (const key of keys) {
    const bytes = await storage.read(key);
    if (!bytes) continue;
    const file = createWriteStream(path.join(folder, key), { mode: 0o600 });
    await pipeline(bytes, file);
    copied.add(key);
  }
  return copied;
}
