import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import path from "node:path";
import { ProblemsFound } from "../platform/problem";
import type { Context } from "../workspace/context";
import { FeedError } from "./feedError";
import { BrokenOff, readFrames } from "./frames";
import { fromFrames } from "./handedRows";
import { ImportBroken } from "./importResult";
import { importRows } from "./importRows";
import type { ImportContext } from "./importRows";
import type {
  AskedCommand,
  CommandMessage,
  HandedImport,
  ImportMessage,
} from "./importMessages";
import {
  closeToOthers,
  makeSocketFolder,
  removeSocket,
  withSocketPath,
} from "./socketPath";

/** What else commands may ask of the program that holds the data, by name. */
type Commands = Readonly<Record<string, () => Promise<unknown>>>;

type ServeContext = ImportContext & Pick<Context, "log">;

/**
 * Takes feeds from `npm run import` while this program holds the embedded
 * database, over a socket in the data directory that only its owner may open.
 * Other commands are answered as well, by what is given for their names.
 * Does nothing over PostgreSQL, where a command works itself. An import
 * whose command goes away is stopped after the batch at hand. The returned
 * function stops listening and whatever is running.
 */
export async function serveImports(
  context: ServeContext,
  commands: Commands = {},
): Promise<() => Promise<void>> {
  const { config, database, log, root } = context;
  if (database.kind !== "embedded") return () => Promise.resolve();
  const running = new Map<Promise<void>, AbortController>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const stop = new AbortController();
    const taking = takeImport({ context, commands, socket, stop })
      .catch((error: unknown) => {
        log.warn({ err: error }, "an import's command could not be answered");
      })
      .finally(() => running.delete(taking));
    running.set(taking, stop);
  });
  const dataDirectory = path.resolve(root, config.dataDirectory);
  const folder = await makeSocketFolder(dataDirectory);
  await removeSocket(folder);
  await withSocketPath(folder, (socketPath) => listen(server, socketPath));
  await closeToOthers(folder);
  return async () => {
    server.close();
    for (const stop of running.values()) stop.abort();
    await Promise.all(running.keys());
    await removeSocket(folder);
  };
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function takeImport({
  context,
  commands,
  socket,
  stop,
}: {
  context: ServeContext;
  commands: Commands;
  socket: Socket;
  stop: AbortController;
}): Promise<void> {
  // A command that goes away closes the socket, if only by a failed write.
  socket.on("error", () => stop.abort());
  socket.once("close", () => stop.abort());
  const send = (message: ImportMessage | CommandMessage) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
  const frames = readFrames(socket);
  try {
    const request = await readRequest(frames);
    if ("command" in request) {
      send({ kind: "answered", answer: await obey(commands, request) });
      return;
    }
    const result = await importRows({
      ...request,
      context,
      rows: fromFrames(frames),
      onProgress: (progress) => send({ kind: "progress", progress }),
      signal: stop.signal,
    });
    context.log.info({ ...request, ...result }, "a feed was imported");
    send({ kind: "done", result });
  } catch (error) {
    send(messageOf(error));
    if (!(error instanceof FeedError || error instanceof BrokenOff))
      context.log.error({ err: error }, "a feed could not be imported");
  } finally {
    socket.end();
    // What the command still sends is not wanted any more.
    socket.resume();
  }
}

function obey(commands: Commands, { command }: AskedCommand): Promise<unknown> {
  const obeyed = Object.hasOwn(commands, command) && commands[command];
  if (!obeyed) throw new FeedError(`This server knows no "${command}"`);
  return obeyed();
}

function messageOf(error: unknown): ImportMessage {
  if (error instanceof ImportBroken)
    return { kind: "broken", reason: error.message, result: error.result };
  if (error instanceof FeedError || error instanceof ProblemsFound)
    return { kind: "refused", reason: error.message };
  return { kind: "failed" };
}

async function readRequest(
  frames: AsyncGenerator<Uint8Array>,
): Promise<HandedImport | AskedCommand> {
  const first = await frames.next();
  if (first.done) throw new BrokenOff();
  return JSON.parse(Buffer.from(first.value).toString("utf8")) as
    HandedImport | AskedCommand;
}
