import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FeedError } from "./feedError";
import {
  ImportBroken,
  type ImportProgress,
  type ImportResult,
} from "./importResult";
import {
  linesOf,
  ndjsonType,
  type ServerMessage,
  socketFolder,
  toLines,
  withSocketPath,
} from "./commandSocket";

/** Connects to the server of a data directory; null when none is listening. */
export function connectToServer(dataDirectory: string): Promise<Socket | null> {
  return withSocketPath(
    socketFolder(dataDirectory),
    (socketPath) =>
      new Promise((resolve) => {
        const socket = connect(socketPath);
        socket.once("connect", () => resolve(socket));
        // After the connection, the HTTP request reports errors.
        socket.on("error", () => resolve(null));
      }),
  );
}

/**
 * Runs a command of the server and returns its result. Throws FeedError when
 * the server refuses it, fails or stops.
 */
export const runOnServer = (
  socket: Socket,
  command: string,
): Promise<unknown> =>
  exchange(socket, `/commands/${encodeURIComponent(command)}`, []);

/**
 * Sends the rows of a feed to the server, which imports them. Reports progress
 * and returns the result, or throws, like `importRows`.
 */
export async function importOnServer({
  socket,
  feed,
  area,
  rows,
  onProgress,
}: {
  socket: Socket;
  feed: string;
  area: string;
  rows: AsyncIterable<unknown>;
  onProgress: (progress: ImportProgress) => void;
}): Promise<ImportResult> {
  const query = new URLSearchParams({ feed, area });
  const result = await exchange(
    socket,
    `/import?${query.toString()}`,
    toLines(rows),
    onProgress,
  );
  return result as ImportResult;
}

async function exchange(
  socket: Socket,
  path: string,
  lines: Iterable<string> | AsyncIterable<string>,
  onProgress: (progress: ImportProgress) => void = () => undefined,
): Promise<unknown> {
  const request = httpRequest({
    createConnection: () => socket,
    method: "POST",
    path,
    headers: { "content-type": ndjsonType },
  });
  const body = Readable.from(lines);
  let bodyError: Error | undefined;
  body.once("error", (error: Error) => (bodyError = error));
  // The reply decides the outcome, also when the server stops reading.
  pipeline(body, request).catch(() => undefined);
  try {
    const [response] = (await once(request, "response")) as [IncomingMessage];
    for await (const line of linesOf(response)) {
      const message = JSON.parse(line) as ServerMessage;
      if (message.kind === "progress") onProgress(message.progress);
      else return resultOf(message);
    }
    throw new FeedError("The server stopped before it was done");
  } catch (error) {
    if (error instanceof FeedError) throw error;
    throw bodyError ?? new FeedError("The server stopped before it was done");
  } finally {
    socket.destroy();
    body.destroy();
  }
}

function resultOf(
  message: Exclude<ServerMessage, { kind: "progress" }>,
): unknown {
  switch (message.kind) {
    case "done":
      return message.result;
    case "refused":
      throw new FeedError(`The running server refused: ${message.reason}`);
    case "broken":
      throw new ImportBroken(message.reason, message.result);
    case "failed":
      throw new FeedError("The server failed; its log has the reason");
  }
}
