import { PassThrough, type Readable } from "node:stream";
import path from "node:path";
import fastify, { type FastifyReply } from "fastify";
import { ProblemsFound } from "../platform/problem";
import type { Context } from "../workspace/context";
import { FeedError } from "./feedError";
import { ImportBroken } from "./importResult";
import { type ImportContext, importRows, untilStopped } from "./importRows";
import {
  closeToOthers,
  fromLines,
  makeSocketFolder,
  ndjsonType,
  removeSocket,
  type ServerMessage,
  withSocketPath,
} from "./commandSocket";

/** Commands other than imports, by name; their results are sent as JSON. */
type Commands = Readonly<Record<string, () => Promise<unknown>>>;

type ServerContext = ImportContext & Pick<Context, "log">;

type Work = (
  send: (message: ServerMessage) => void,
  signal: AbortSignal,
) => Promise<unknown>;

/**
 * Runs imports and other commands for command-line programs while this program
 * holds the embedded database. It listens on a socket in the data directory
 * that only its owner may open. On PostgreSQL it does nothing, because there
 * the programs use the database themselves. An import whose program goes away
 * stops after the current batch. Returns a function that stops the running
 * imports and closes the socket.
 */
export async function serveCommands(
  context: ServerContext,
  commands: Commands = {},
): Promise<() => Promise<void>> {
  const { config, database, log, root } = context;
  if (database.kind !== "embedded") return () => Promise.resolve();
  const app = fastify({ forceCloseConnections: true });
  const running = new Map<Promise<void>, AbortController>();

  /**
   * Replies with a stream of messages while `work` runs. The rest of `body` that
   * `work` has not read is dropped, because a program that still sends it would see a broken
   * connection in place of the last message.
   */
  const run = (reply: FastifyReply, work: Work, body?: Readable) => {
    const stop = new AbortController();
    const output = new PassThrough();
    // Closed before its end: the program went away.
    reply.raw.once("close", () => stop.abort());
    const send = (message: ServerMessage) => {
      if (output.writable) output.write(`${JSON.stringify(message)}\n`);
    };
    const done = work(send, stop.signal)
      .then((result) => send({ kind: "done", result }))
      .catch((error: unknown) => {
        const message = messageOf(error);
        send(message);
        if (message.kind === "failed" && !stop.signal.aborted)
          log.error({ err: error }, "a command failed");
      })
      .finally(() => {
        running.delete(done);
        output.end();
        body?.resume();
      });
    running.set(done, stop);
    return reply.type(ndjsonType).send(output);
  };

  app.addContentTypeParser(ndjsonType, (_request, payload, parsed) => {
    parsed(null, payload);
  });
  app.post<{ Querystring: { feed: string; area: string }; Body: Readable }>(
    "/import",
    ({ query: { feed, area }, body }, reply) =>
      run(
        reply,
        async (send, signal) => {
          const result = await importRows({
            context,
            feed,
            area,
            rows: untilStopped(fromLines(body), signal),
            onProgress: (progress) => send({ kind: "progress", progress }),
            signal,
          });
          log.info({ feed, area, ...result }, "a feed was imported");
          return result;
        },
        body,
      ),
  );
  app.post<{ Params: { name: string } }>(
    "/commands/:name",
    ({ params: { name } }, reply) =>
      run(reply, async () => {
        const command = Object.hasOwn(commands, name) && commands[name];
        if (!command) throw new FeedError(`Unknown command "${name}"`);
        return command();
      }),
  );

  const folder = await makeSocketFolder(
    path.resolve(root, config.dataDirectory),
  );
  await removeSocket(folder);
  await withSocketPath(folder, (socketPath) =>
    app.listen({ path: socketPath }),
  );
  await closeToOthers(folder);
  return async () => {
    for (const stop of running.values()) stop.abort();
    await Promise.all(running.keys());
    await app.close();
    await removeSocket(folder);
  };
}

function messageOf(error: unknown): ServerMessage {
  if (error instanceof ImportBroken)
    return { kind: "broken", reason: error.message, result: error.result };
  if (error instanceof FeedError || error instanceof ProblemsFound)
    return { kind: "refused", reason: error.message };
  return { kind: "failed" };
}
