import { limitsWithin, type Database, type DatabaseLog } from "./database";
import { openEmbedded } from "./embedded/openEmbedded";
import {
  defaultPoolSizes,
  openServer,
  type PoolSizes,
} from "./server/openServer";

export { afterCommit } from "./notifications";
export type { Database, DatabaseLoad, DatabaseLog } from "./database";
export {
  DatabaseUnavailable,
  DataDirectoryInUse,
  DataDirectoryUnusable,
  isDatabaseUnavailable,
  isStorageFull,
  SqlError,
} from "./errors";
export { syncTree } from "./embedded/dataDirectory";
export { withLockedFiles } from "./embedded/lock";
export {
  assertRestored,
  markInDatabase,
  markInFolder,
  RestoreUnfinished,
  type RestoreMark,
} from "./restoreMark";
export {
  appliedMigrations,
  assertVersion,
  OtherVersion,
  migrate,
  collectMigrations,
  createdTables,
  versionOf,
  type Migrations,
} from "./migrate";
export type { Reader, Tables } from "./tables";
export {
  addAppState,
  readAppState,
  removeAppState,
  saveAppState,
} from "./appState";
export { canStore } from "./readiness";
export { inTransaction } from "./transaction";

type DatabaseOptions = {
  /** PostgreSQL 15 or later. */
  url?: string | undefined;
  /** A streaming replica of that server, for reads. */
  replicaUrl?: string | undefined;
  /** Folder of the embedded database; `:memory:` keeps it in memory. */
  dataDirectory: string;
  log: DatabaseLog;
  /** Whether the embedded database runs checkpoints and VACUUM. */
  maintenance?: boolean;
  /** Whether a restore opens the database, which is incomplete until it ends. */
  isRestoring?: boolean;
  /** Seconds in which a request must be answered. */
  requestSeconds?: number;
  /** The connections to PostgreSQL. */
  pools?: PoolSizes;
};

/**
 * Opens PostgreSQL if a URL is given, otherwise PGlite in the data directory,
 * which one process at a time can open. Both return the same values: bigint,
 * numeric and date as text, timestamptz as a Date, JSON parsed. A rejected
 * statement throws SqlError. `isDatabaseUnavailable` recognizes the errors
 * after which a retry may succeed. Throws DataDirectoryInUse,
 * DataDirectoryUnusable and, for an embedded database, RestoreUnfinished.
 */
export async function openDatabase({
  url,
  replicaUrl,
  dataDirectory,
  log,
  maintenance = true,
  isRestoring = false,
  requestSeconds = 5,
  pools = defaultPoolSizes,
}: DatabaseOptions): Promise<Database> {
  const limits = limitsWithin(requestSeconds * 1_000);
  if (url !== undefined && url !== "")
    return openServer({ url, replicaUrl, log, limits, pools });
  const hasMaintenance = maintenance;
  const files = { dataDirectory, isRestoring };
  return openEmbedded({ ...files, log, hasMaintenance, limits });
}
