import { Kysely, sql } from "kysely";
import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createChannels, createNotifier } from "../notifications";
import {
  backgroundLimits,
  type Database,
  type DatabaseLog,
  longRunningLimits,
  requestLimits,
  type TimeLimits,
} from "../database";
import { DatabaseUnavailable, DataDirectoryUnusable } from "../errors";
import { isAnswering } from "../readiness";
import { assertRestored, markInFolder } from "../restoreMark";
import type { Tables } from "../tables";
import { prepareFiles, WrongVersion } from "./dataDirectory";
import { createEmbeddedDialect } from "./dialect";
import { createGate } from "./gate";
import { lockDataDirectory } from "./lock";
import { startMaintenance } from "./maintenance";
import {
  startWorker,
  type WorkerClient,
  type WorkerOptions,
} from "./workerClient";

/** The delay before a restart doubles from the first to the longest. */
const firstRestartDelayMs = 250;
const longestRestartDelayMs = 4_000;

type EmbeddedOptions = {
  /** The folder of the files; `:memory:` keeps the data in memory. */
  dataDirectory: string;
  log: DatabaseLog;
  /** Whether to run checkpoints and VACUUM. */
  hasMaintenance: boolean;
  /** Whether a restore opens it, and it may be incomplete. */
  isRestoring?: boolean;
  /** A dump to start an in-memory database from. */
  template?: Uint8Array | undefined;
  /** The time limits of requests. */
  limits?: TimeLimits;
};

type EmbeddedDatabase = Database & {
  /** Returns the database as a tar file. No transaction may be open. */
  dump(): Promise<Uint8Array>;
};

/** Opens PGlite in a worker thread, durable and locked; see `openDatabase`. */
export async function openEmbedded(
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  const { dataDirectory, isRestoring = false } = options;
  if (dataDirectory === ":memory:") {
    return serve(options, options.template && { template: options.template });
  }
  const unlock = await explainFiles(dataDirectory, () => {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    return lockDataDirectory(dataDirectory);
  });
  try {
    if (!isRestoring) await assertRestored(markInFolder(dataDirectory));
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

/** Turns errors of the file system into DataDirectoryUnusable. */
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

  /** Starts PostgreSQL again; it recovers every commit from its log. */
  const restart = async () => {
    let delayMs = firstRestartDelayMs;
    while (!worker && !isClosing) {
      await sleep(delayMs, undefined, { ref: false });
      delayMs = Math.min(delayMs * 2, longestRestartDelayMs);
      try {
        await start();
        await Promise.all(channels.names().map(startListening));
        log.warn({}, "the embedded database is running again");
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
  // Only this process uses the database, so no statement is needed.
  const notifier = createNotifier((notifications) => {
    for (const { channel, payload } of notifications)
      channels.deliver(channel, payload);
    return Promise.resolve();
  });
  const kysely = createKysely(limits);
  const longRunning = createKysely(longRunningLimits);
  const background = createKysely(backgroundLimits);

  function createKysely(timeLimits: TimeLimits): Kysely<Tables> {
    const { notify } = notifier;
    return new Kysely({
      dialect: createEmbeddedDialect(gate, timeLimits, notify),
    });
  }

  async function startListening(channel: string): Promise<void> {
    await sql`listen ${sql.id(channel)}`.execute(longRunning);
  }

  await start();
  const stopMaintenance = hasMaintenance
    ? await startMaintenance(background, log).catch(async (error: unknown) => {
        isClosing = true;
        await worker?.terminate();
        throw error;
      })
    : undefined;

  return {
    kind: "embedded",
    kysely,
    longRunning,
    background,
    held: background,
    async listen(channel, onPayload) {
      const isFirst = channels.add(channel, onPayload);
      try {
        if (isFirst) await startListening(channel);
      } catch (error) {
        channels.remove(channel, onPayload);
        throw error;
      }
      return async () => {
        if (!channels.remove(channel, onPayload)) return;
        await sql`unlisten ${sql.id(channel)}`.execute(longRunning);
      };
    },
    isReady: () => isAnswering(kysely),
    load: () => ({ pools: {}, queues: gate.waiting() }),
    async dump() {
      const message = await perform({ kind: "dump" });
      if (message.kind === "dumped") return message.dump;
      throw new DatabaseUnavailable("gone");
    },
    async close() {
      isClosing = true;
      await notifier.close();
      stopMaintenance?.();
      // If it stops by itself now, the log has every commit.
      await worker?.perform({ kind: "close" }).catch(() => undefined);
      await worker?.terminate();
    },
  };
}
