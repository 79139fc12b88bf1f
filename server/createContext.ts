import path from "node:path";
import { declare } from "./declare";
import { migrations } from "./migrations";
import { createChangeHub } from "./platform/changes";
import { systemClock } from "./platform/clock";
import { readConfig } from "./platform/config";
import { migrate, openDatabase } from "./platform/database";
import { createJobs, type Jobs } from "./platform/jobs";
import { createLog } from "./platform/log";
import { openMetrics } from "./platform/metrics";
import { findRoot } from "./platform/root";
import {
  addColumnMetrics,
  createColumnsEngine,
  type ColumnsEngine,
} from "./workspace/columns";
import { createFormulas } from "./workspace/computed/formulas";
import { keepTables } from "./workspace/computed/keptTables";
import type { Context } from "./workspace/context";
import { createListingIndex } from "./workspace/listing";

/**
 * Returns the context of the program, made from environment variables and the
 * project's files. Opens the database and runs its migrations. Throws if any of
 * that fails, and leaves nothing open.
 */
export async function createContext(
  environment: NodeJS.ProcessEnv,
): Promise<Context & { jobs: Jobs; columns: ColumnsEngine }> {
  const config = readConfig(environment);
  const root = findRoot();
  const log = createLog(config.logLevel);
  const declared = declare({ root, log });
  const metrics = await openMetrics(config);
  const database = await openDatabase({
    url: config.databaseUrl,
    replicaUrl: config.replicaUrl,
    dataDirectory: config.dataDirectory,
    requestSeconds: config.requestSeconds,
    pools: {
      reads: config.databaseConnections,
      writes: config.databaseWriteConnections,
      jobs: config.databaseJobConnections,
    },
    log,
  });
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  const clock = systemClock;
  const jobs = createJobs({ database, clock, log, onRun: metrics?.jobRan });
  const mostBytes = config.indexMemory * 2 ** 20;
  const changes = createChangeHub({ database, log });
  const columns = createColumnsEngine({
    database,
    changes,
    clock,
    log,
    mostBytes,
    folder:
      config.dataDirectory === ":memory:"
        ? null
        : path.join(config.dataDirectory, "index"),
  });
  if (metrics) addColumnMetrics(metrics, columns, mostBytes);
  const tables = keepTables({ database, changes, log });
  const formulas = createFormulas({ tables, clock });
  const index = createListingIndex({ database, clock, formulas }, columns);
  const opened = { config, root, log, database, changes, clock, metrics };
  return { ...opened, jobs, index, columns, ...declared };
}
