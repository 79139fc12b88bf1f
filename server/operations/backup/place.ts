import path from "node:path";
import { sql } from "kysely";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { temporaryFolder } from "../../files";
import type { Config } from "../../platform/config";
import {
  assertRestored,
  assertVersion,
  type Database,
  type DatabaseLog,
  markInDatabase,
  type Migrations,
  openDatabase,
} from "../../platform/database";

/** The database and the files that a backup is made of, or restored into. */
export type Place = {
  config: Config;
  log: DatabaseLog;
  /** The migrations of this version of Seriba. */
  migrations: Migrations;
};

/** Options of pg_dump and pg_restore. The users of another server are not needed. */
export const withoutUsers = ["--no-owner", "--no-privileges"];

/** Returns where the database is in a backup. */
export const databaseIn = (backup: string) => path.join(backup, "database");

/** Returns where the uploaded files are in a backup. */
export const filesIn = (backup: string) => path.join(backup, "files");

export const kindOf = ({ databaseUrl }: Config): Manifest["database"] =>
  databaseUrl === "" ? "embedded" : "postgresql";

/** Returns the folder of the uploaded files, empty if they are in a bucket. */
export const filesFolder = ({
  filesUrl,
  filesDirectory,
  dataDirectory,
}: Config) => {
  if (filesUrl !== "") return "";
  return filesDirectory === ""
    ? path.join(dataDirectory, "files")
    : path.resolve(filesDirectory);
};

/** Throws BackupFailed if the database or the files end with the program. */
export function refuseMemory(config: Config): void {
  if (config.databaseUrl === "" && config.dataDirectory === ":memory:")
    throw new BackupFailed("DATA_DIRECTORY=:memory: keeps nothing");
  if (temporaryFolder(config) !== null)
    throw new BackupFailed(
      "Uploaded files are in no folder: set DATA_DIRECTORY, FILES_DIRECTORY or FILES_URL",
    );
}

/**
 * Opens the database for the work. Throws RestoreUnfinished after a restore that was cut
 * off, and OtherVersion, unless a restore does the work.
 */
export async function withDatabase<Result>(
  { config, log, migrations }: Place,
  work: (database: Database) => Promise<Result>,
  { isRestoring = false } = {},
): Promise<Result> {
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    maintenance: false,
    isRestoring,
    log,
  });
  try {
    if (!isRestoring) {
      if (database.kind === "server")
        await assertRestored(markInDatabase(database));
      await assertVersion(database, migrations);
    }
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Returns the major version of the server. */
export async function serverVersion({
  longRunning,
}: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version
  `.execute(longRunning);
  return rows[0]?.version ?? 0;
}

/** A backup or a restore that cannot be done. The message is for the operator. */
export class BackupFailed extends Error {}

/** Describes a backup. It is written last, so that only a complete backup has it. */
export type Manifest = {
  format: 2;
  database: "postgresql" | "embedded";
  madeAt: string;
  /** The names of the migrations that the database has. */
  migrations: readonly string[];
  files: number;
};

export const later =
  "The backup was made by a later version of Seriba: restore it with that version";
export const unreleased =
  "The backup was made by an unreleased revision of Seriba, before 0.2.0, and cannot be upgraded: restore it with that revision";

const fileOf = (folder: string) => path.join(folder, "manifest.json");

export const writeManifest = (folder: string, manifest: Manifest) =>
  writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });

/** Throws BackupFailed if the folder has no complete backup of this format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(fileOf(folder), "utf8").catch(() => {
    throw new BackupFailed(
      `${folder} is no complete backup: it has no manifest.json`,
    );
  });
  const manifest = JSON.parse(text) as Manifest;
  const format: number = manifest.format;
  if (format === 2) return manifest;
  throw new BackupFailed(format === 1 ? unreleased : later);
}

/** Whether a folder is missing or has no entries. */
export const isEmptyFolder = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).length === 0;
