import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../platform/config";
import {
  DataDirectoryInUse,
  migrate,
  openDatabase,
  type Migrations,
} from "../platform/database";
import type { Database, DatabaseLog } from "../platform/database";
import { connectToServer } from "./commandClient";
import { FeedError } from "./feedError";

type Work<Result> = {
  config: Pick<Config, "databaseUrl" | "dataDirectory">;
  migrations: Migrations;
  /** Runs the work on the server that holds the data. */
  onServer: (socket: Socket) => Promise<Result>;
  /** Runs the work on the migrated database, which is closed afterwards. */
  onDatabase: (database: Database) => Promise<Result>;
  /** Stops waiting for a server. */
  signal?: AbortSignal;
};

/** A starting server opens the database before it accepts commands. */
const attempts = 60;
const delayMs = 500;

/**
 * Runs work on the data of the program: on PostgreSQL if it is configured, else
 * on the server that holds the data directory, else on the embedded database.
 * Throws FeedError when another program holds the data directory and accepts no
 * commands.
 */
export async function runOnData<Result>(work: Work<Result>): Promise<Result> {
  const { config, signal } = work;
  if (config.databaseUrl !== "") return runOn(await open(config), work);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const socket = await connectToServer(config.dataDirectory);
    if (socket) return work.onServer(socket);
    const database = await openUnlessHeld(config);
    if (database) return runOn(database, work);
    await pause(delayMs, undefined, { signal });
  }
  throw new FeedError(
    `Another program uses ${config.dataDirectory} and accepts no commands`,
  );
}

async function runOn<Result>(
  database: Database,
  { migrations, onDatabase }: Pick<Work<Result>, "migrations" | "onDatabase">,
): Promise<Result> {
  try {
    await migrate(database, migrations);
    return await onDatabase(database);
  } finally {
    await database.close();
  }
}

/** A command reports problems by its own errors. */
const quiet = () => undefined;
const log: DatabaseLog = { info: quiet, warn: quiet, error: quiet };

const open = ({ databaseUrl, dataDirectory }: Work<unknown>["config"]) =>
  openDatabase({ url: databaseUrl, dataDirectory, log });

async function openUnlessHeld(
  config: Work<unknown>["config"],
): Promise<Database | null> {
  try {
    return await open(config);
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return null;
    throw error;
  }
}
