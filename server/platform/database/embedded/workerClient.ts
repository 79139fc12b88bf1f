import { startThread } from "../../startThread";
import { DatabaseUnavailable, SqlError, type SqlFault } from "../errors";

type Waiting = {
  resolve: (message: WorkerMessage) => void;
  reject: (error: Error) => void;
};

export type WorkerClient = {
  /** Rejects with SqlError, or DatabaseUnavailable when the worker ends. */
  perform(operation: WorkerOperation): Promise<WorkerMessage>;
  terminate(): Promise<void>;
};

type WorkerEvents = {
  onNotification(channel: string, payload: string): void;
  /** The thread ended after it was ready; with an error if it crashed. */
  onEnd(error: Error | undefined): void;
};

/** Starts PGlite in a worker thread; resolves once it is ready. */
export async function startWorker(
  options: WorkerOptions,
  events: WorkerEvents,
): Promise<WorkerClient> {
  const entry = { built: "./databaseWorker.js", source: "./worker.ts" };
  const thread = startThread(import.meta.url, entry, options);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let crash: Error | undefined;
  let isReady = false;
  let hasEnded = false;

  const settle = (id: number, message: WorkerMessage) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (message.kind === "refused") {
      request?.reject(new SqlError(message.fault));
    } else {
      request?.resolve(message);
    }
  };

  await new Promise<void>((resolve, reject) => {
    thread.on("message", (message: WorkerMessage) => {
      if (message.kind === "ready") {
        isReady = true;
        resolve();
      } else if (message.kind === "notification") {
        events.onNotification(message.channel, message.payload);
      } else settle(message.id, message);
    });
    thread.on("error", (error) => {
      crash = error instanceof Error ? error : new Error(String(error));
    });
    thread.on("exit", (code) => {
      hasEnded = true;
      if (code !== 0) crash ??= new Error("PostgreSQL aborted");
      const reason = new DatabaseUnavailable("gone", { cause: crash });
      for (const request of waiting.values()) request.reject(reason);
      waiting.clear();
      if (isReady) events.onEnd(crash);
      else reject(crash ?? reason);
    });
  });

  return {
    perform(operation) {
      if (hasEnded) return Promise.reject(new DatabaseUnavailable("gone"));
      lastId += 1;
      const request: WorkerRequest = { id: lastId, operation };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        thread.postMessage(request);
      });
    },
    async terminate() {
      await thread.terminate();
    },
  };
}

/** How the worker opens PGlite. */
export type WorkerOptions = {
  /** The directory of the files; undefined keeps the data in memory. */
  directory?: string;
  /** A dump to start an in-memory database from. */
  template?: Uint8Array;
};

export type Statement = { sql: string; parameters: readonly unknown[] };

export type StatementResult = {
  rows: Record<string, unknown>[];
  command: string;
  affectedRows: number;
};

export type WorkerOperation =
  | { kind: "statement"; statement: Statement }
  | { kind: "dump" }
  | { kind: "close" };

export type WorkerRequest = { id: number; operation: WorkerOperation };

export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "result"; id: number; result: StatementResult }
  | { kind: "dumped"; id: number; dump: Uint8Array }
  | { kind: "closed"; id: number }
  | { kind: "refused"; id: number; fault: SqlFault }
  | { kind: "notification"; channel: string; payload: string };
