import { setTimeout as pause } from "node:timers/promises";
import {
  DataDirectoryInUse,
  migrate,
  openDatabase,
} from "../platform/database";
import type { Database, DatabaseLog } from "../platform/database";
import { FeedError } from "./feedError";
import { connectToServer, handOver } from "./handOver";
import type { ImportResult } from "./importResult";
import { importRows } from "./importRows";
import type { ImportContext, RowsImport } from "./importRows";

type Request = Omit<RowsImport, "context" | "signal" | "onProgress"> & {
  context: Omit<ImportContext, "database">;
  onProgress: NonNullable<RowsImport["onProgress"]>;
  /** Ends the waiting for a server; rows end by themselves. */
  signal: AbortSignal;
};

/** A server that is starting has the data before it listens for imports. */
const patience = { attempts: 60, milliseconds: 500 };

/**
 * Imports rows where their data are: into PostgreSQL when that is set, else
 * through the server that runs on the data directory, else into the embedded
 * database itself. Throws as `importRows` does.
 */
export async function importWhereverPossible(
  request: Request,
): Promise<ImportResult> {
  const { config } = request.context;
  if (config.databaseUrl !== "") return importInto(await open(config), request);
  for (let attempt = 1; attempt <= patience.attempts; attempt += 1) {
    const socket = await connectToServer(config.dataDirectory);
    if (socket) {
      const { feed, area } = request;
      return handOver({ ...request, socket, request: { feed, area } });
    }
    const database = await openUnlessHeld(config);
    if (database) return importInto(database, request);
    await pause(patience.milliseconds, undefined, { signal: request.signal });
  }
  throw new FeedError(
    `Another program holds ${config.dataDirectory} and takes no imports`,
  );
}

async function importInto(
  database: Database,
  request: Request,
): Promise<ImportResult> {
  const { signal: _, ...rows } = request;
  try {
    await migrate(database);
    return await importRows({
      ...rows,
      context: { ...request.context, database },
    });
  } finally {
    await database.close();
  }
}

/** The command tells of troubles by its own errors. */
const quiet = () => undefined;
const log: DatabaseLog = { info: quiet, warn: quiet, error: quiet };

type Config = Request["context"]["config"];

const open = ({ databaseUrl, dataDirectory }: Config) =>
  openDatabase({ url: databaseUrl, dataDirectory, log });

async function openUnlessHeld(config: Config): Promise<Database | null> {
  try {
    return await open(config);
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return null;
    throw error;
  }
}
