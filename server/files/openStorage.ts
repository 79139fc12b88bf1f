import { sql } from "kysely";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DatabaseLog } from "../platform/database";
import { folderStorage, s3Storage, type Storage } from "../platform/storage";
import type { Context } from "../workspace/context";

type Config = Context["config"];

/** Returns the storage of files: the data directory, if no other place is set. */
export function openStorage(config: Config): Storage {
  const { filesUrl, filesRegion, filesKeyId, filesSecret } = config;
  return filesUrl === ""
    ? folderStorage(folderOf(config))
    : s3Storage({
        url: filesUrl,
        region: filesRegion,
        keyId: filesKeyId,
        secret: filesSecret,
      });
}

/** Returns the folder that ends with a program without a data directory, or null. */
export const temporaryFolder = (config: Config): string | null =>
  config.filesUrl === "" &&
  config.filesDirectory === "" &&
  config.dataDirectory === ":memory:"
    ? folderOf(config)
    : null;

function folderOf({ filesDirectory, dataDirectory }: Config): string {
  if (filesDirectory !== "") return path.resolve(filesDirectory);
  return dataDirectory === ":memory:"
    ? path.join(tmpdir(), `seriba-files-${process.pid}`)
    : path.join(dataDirectory, "files");
}

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
