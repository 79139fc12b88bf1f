import type { Database, DatabaseLog } from "./database";
import { openEmbedded } from "./embedded/openEmbedded";
import { openServer } from "./server/openServer";

export type { Database, DatabaseLog } from "./database";
export {
  DatabaseUnavailable,
  DataDirectoryInUse,
  DataDirectoryUnusable,
  isDatabaseUnavailable,
  isStorageFull,
} from "./errors";
export { migrate } from "./migrate";
export type { Tables } from "./tables";
export { canStore } from "./readiness";
export { inTransaction } from "./transaction";

type DatabaseOptions = {
  /** PostgreSQL 15 or later; without it the data is in the data directory. */
  url?: string | undefined;
  /** Holds the embedded database; `:memory:` keeps it in memory. */
  dataDirectory: string;
  log: DatabaseLog;
  /** Whether the embedded database checkpoints and vacuums by itself. */
  maintenance?: boolean;
};

/**
 * Opens the program's database: PostgreSQL when a URL is given, else PGlite in
 * the data directory, which no second program can open. Values are the same
 * from both: bigint, numeric and date are text, timestamptz is a Date, JSON is
 * parsed. Refused statements throw SqlError; one that cannot be answered now
 * throws what `isDatabaseUnavailable` knows. Throws DataDirectoryInUse and
 * DataDirectoryUnusable.
 */
export async function openDatabase({
  url,
  dataDirectory,
  log,
  maintenance = true,
}: DatabaseOptions): Promise<Database> {
  if (url !== undefined && url !== "") return openServer({ url, log });
  return openEmbedded({ dataDirectory, log, hasMaintenance: maintenance });
}
