import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../platform/config";
import {
  DataDirectoryInUse,
  migrate,
  openDatabase,
} from "../platform/database";
import type { Database, DatabaseLog } from "../platform/database";
import { FeedError } from "./feedError";
import { connectToServer } from "./handOver";

type Work<Result> = {
  config: Pick<Config, "databaseUrl" | "dataDirectory">;
  /** Through the server that holds the data. */
  ask: (socket: Socket) => Promise<Result>;
  /** In the database itself, brought up to date, closed afterwards. */
  act: (database: Database) => Promise<Result>;
  /** What a program that holds the data does not take: "imports". */
  what: string;
  /** Ends the waiting for a server. */
  signal?: AbortSignal;
};

/** A server that is starting has the data before it listens for commands. */
const patience = { attempts: 60, milliseconds: 500 };

/**
 * Works where the data are: in PostgreSQL when that is set, else through the
 * server that runs on the data directory, else in the embedded database itself.
 * Throws FeedError where another program holds it and does not answer.
 */
export async function whereDataAre<Result>(
  work: Work<Result>,
): Promise<Result> {
  const { config, signal, what } = work;
  if (config.databaseUrl !== "") return actIn(await open(config), work);
  for (let attempt = 1; attempt <= patience.attempts; attempt += 1) {
    const socket = await connectToServer(config.dataDirectory);
    if (socket) return work.ask(socket);
    const database = await openUnlessHeld(config);
    if (database) return actIn(database, work);
    await pause(patience.milliseconds, undefined, { signal });
  }
  throw new FeedError(
    `Another program holds ${config.dataDirectory} and takes no ${what}`,
  );
}

async function actIn<Result>(
  database: Database,
  { act }: Pick<Work<Result>, "act">,
): Promise<Result> {
  try {
    await migrate(database);
    return await act(database);
  } finally {
    await database.close();
  }
}

/** A command tells of troubles by its own errors. */
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
