import { Kysely, sql } from "kysely";
import { mkdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createChannels } from "../channels";
import { longRunningLimits, requestLimits } from "../database";
import type { Database, DatabaseLog, TimeLimits } from "../database";
import { DatabaseUnavailable, DataDirectoryUnusable } from "../errors";
import { isAnswering } from "../readiness";
import type { Tables } from "../tables";
import { prepareFiles, WrongVersion } from "./dataDirectory";
import { createEmbeddedDialect } from "./dialect";
import { createGate } from "./gate";
import { lockDataDirectory } from "./lock";
import { startMaintenance } from "./maintenance";
import type { WorkerOptions } from "./protocol";
import { startWorker } from "./workerClient";
import type { WorkerClient } from "./workerClient";

/** The first pause before a restart; it doubles up to the longest. */
const restartPauseMilliseconds = 250;
const longestPauseMilliseconds = 4_000;

type EmbeddedOptions = {
  /** Where the files are, or `:memory:` for data that ends with the program. */
  dataDirectory: string;
  log: DatabaseLog;
  /** Whether it checkpoints and vacuums by itself. */
  hasMaintenance: boolean;
  /** A dump to start data in memory from. */
  template?: Uint8Array | undefined;
  /** For requests. */
  limits?: TimeLimits;
};

type EmbeddedDatabase = Database & {
  /** All of it as a tar file, taken while no transaction is open. */
  dump(): Promise<Uint8Array>;
};

/** Opens PGlite alone, durable and in its own thread; see `openDatabase`. */
export async function openEmbedded(
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  const { dataDirectory } = options;
  if (dataDirectory === ":memory:") {
    return serve(options, options.template && { template: options.template });
  }
  const unlock = await explainFiles(dataDirectory, () => {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    return lockDataDirectory(dataDirectory);
  });
  try {
    const directory = await explainFiles(dataDirectory, () =>
      prepareFiles(dataDirectory),
    );
    const database = await serve(options, { directory });
    return {
      ...database,
      async close() {
        await database.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** What the file system refuses is told of the data directory. */
async function explainFiles<Result>(
  dataDirectory: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isFileFault = error instanceof Error && "syscall" in error;
    if (!isFileFault && !(error instanceof WrongVersion)) throw error;
    throw new DataDirectoryUnusable(dataDirectory, { cause: error });
  }
}

async function serve(
  { log, hasMaintenance, limits = requestLimits }: EmbeddedOptions,
  workerOptions: WorkerOptions = {},
): Promise<EmbeddedDatabase> {
  const channels = createChannels();
  let isClosing = false;
  let worker: WorkerClient | undefined;

  const start = async () => {
    worker = await startWorker(workerOptions, {
      onNotification: (channel, payload) => {
        channels.deliver(channel, payload);
      },
      onEnd: (error) => {
        worker = undefined;
        gate.reset(new DatabaseUnavailable("gone"));
        if (isClosing) return;
        log.error({ err: error }, "the embedded database stopped");
        if (workerOptions.directory !== undefined) void restart();
      },
    });
  };

  /** Its log brings back every commit, as after a power cut. */
  const restart = async () => {
    let milliseconds = restartPauseMilliseconds;
    while (!worker && !isClosing) {
      await pause(milliseconds, undefined, { ref: false });
      milliseconds = Math.min(milliseconds * 2, longestPauseMilliseconds);
      try {
        await start();
        await Promise.all(channels.names().map(startListening));
        log.warn({}, "the embedded database runs again");
      } catch (error) {
        log.error({ err: error }, "the embedded database does not start");
      }
    }
  };

  const perform = (operation: Parameters<WorkerClient["perform"]>[0]) =>
    worker?.perform(operation) ??
    Promise.reject(new DatabaseUnavailable("gone"));

  const gate = createGate(async (statement) => {
    const message = await perform({ kind: "statement", statement });
    if (message.kind === "result") return message.result;
    throw new DatabaseUnavailable("gone");
  });
  const kysely = createKysely(limits);
  const longRunning = createKysely(longRunningLimits);

  function createKysely(timeLimits: TimeLimits): Kysely<Tables> {
    return new Kysely({ dialect: createEmbeddedDialect(gate, timeLimits) });
  }

  async function startListening(channel: string): Promise<void> {
    await sql`listen ${sql.id(channel)}`.execute(longRunning);
  }

  await start();
  const stopMaintenance = hasMaintenance
    ? await startMaintenance(longRunning, log)
    : undefined;

  return {
    kind: "embedded",
    kysely,
    longRunning,
    async listen(channel, onPayload) {
      if (channels.add(channel, onPayload)) await startListening(channel);
      return async () => {
        if (!channels.remove(channel, onPayload)) return;
        await sql`unlisten ${sql.id(channel)}`.execute(longRunning);
      };
    },
    isReady: () => isAnswering(kysely),
    async dump() {
      const message = await perform({ kind: "dump" });
      if (message.kind === "dumped") return message.dump;
      throw new DatabaseUnavailable("gone");
    },
    async close() {
      isClosing = true;
      stopMaintenance?.();
      // A stop meanwhile is no loss: the log has every commit.
      await worker?.perform({ kind: "close" }).catch(() => undefined);
      await worker?.terminate();
    },
  };
}
