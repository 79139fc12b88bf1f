import { declare } from "./declare";
import { systemClock } from "./platform/clock";
import { readConfig } from "./platform/config";
import { migrate, openDatabase } from "./platform/database";
import { createJobs, type Jobs } from "./platform/jobs";
import { createLog } from "./platform/log";
import { findRoot } from "./platform/root";
import type { Context } from "./workspace/context";
import { createListingIndex } from "./workspace/listing";

/**
 * Returns the context of the program, made from environment variables and the
 * project's files. Opens the database and runs its migrations. Throws if any of
 * that fails, and leaves nothing open.
 */
export async function createContext(
  environment: NodeJS.ProcessEnv,
): Promise<Context & { jobs: Jobs }> {
  const config = readConfig(environment);
  const root = findRoot();
  const log = createLog(config.logLevel);
  const declared = declare({ root, log });
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    log,
  });
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const clock = systemClock;
  const jobs = createJobs({ database, clock, log });
  const index = createListingIndex({ database, clock });
  return { config, root, log, database, clock, jobs, index, ...declared };
}
