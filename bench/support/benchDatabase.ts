import { migrations } from "../../server/migrations";
import {
  migrate,
  openDatabase,
  type Database,
} from "../../server/platform/database";

export const silentLog = { info() {}, warn() {}, error() {} };

/**
 * Opens a database and creates the tables of the program. Without the address of a
 * PostgreSQL it is the embedded database in memory.
 */
export async function openMigrated(url = ""): Promise<Database> {
  const database = await openDatabase({
    url,
    dataDirectory: ":memory:",
    log: silentLog,
  });
  await migrate(database, migrations);
  return database;
}
