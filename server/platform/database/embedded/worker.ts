import { parentPort, workerData } from "node:worker_threads";
import { readSqlFault } from "../errors";
import { openPglite } from "./openPglite";
import type {
  Statement,
  StatementResult,
  WorkerMessage,
  WorkerOperation,
  WorkerOptions,
  WorkerRequest,
} from "./workerClient";

if (!parentPort) throw new Error("The database runs in a worker thread");
const port = parentPort;

/** Ends the thread at once, even during a call into PGlite. */
function end(): void {
  process.exit(1);
}

const pglite = await openPglite(workerData as WorkerOptions, end);

function send(message: WorkerMessage): void {
  port.postMessage(message);
}

/** Without parameters the text may hold several statements, as with `pg`. */
async function execute(statement: Statement): Promise<StatementResult> {
  const { sql, parameters } = statement;
  const results =
    parameters.length === 0
      ? await pglite.exec(sql)
      : [await pglite.query<Record<string, unknown>>(sql, [...parameters])];
  const last = results.at(-1);
  return {
    rows: last?.rows ?? [],
    command: last?.command ?? "",
    affectedRows: last?.affectedRows ?? 0,
  };
}

async function perform(id: number, operation: WorkerOperation): Promise<void> {
  if (operation.kind === "statement") {
    const result = await execute(operation.statement);
    send({ kind: "result", id, result });
  } else if (operation.kind === "dump") {
    const dump = await pglite.dumpDataDir("none");
    const bytes = new Uint8Array(await dump.arrayBuffer());
    send({ kind: "dumped", id, dump: bytes });
  } else {
    await pglite.close();
    send({ kind: "closed", id });
    port.close();
  }
}

/** After any error but a rejected statement PGlite is broken, so the worker ends. */
async function answer({ id, operation }: WorkerRequest): Promise<void> {
  try {
    await perform(id, operation);
  } catch (error) {
    const fault = readSqlFault(error);
    if (!fault || isFatal(error)) throw error;
    send({ kind: "refused", id, fault });
  }
}

function isFatal(error: unknown): boolean {
  const severity =
    error instanceof Error && "severity" in error ? error.severity : undefined;
  return severity === "FATAL" || severity === "PANIC";
}

pglite.onNotification((channel, payload) => {
  send({ kind: "notification", channel, payload });
});
port.on("message", (request: WorkerRequest) => void answer(request));
send({ kind: "ready" });
