import { connect } from "node:net";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { FeedError } from "./feedError";
import { BrokenOff, sendFrame } from "./frames";
import { toFrames } from "./handedRows";
import { ImportBroken } from "./importResult";
import type { ImportProgress, ImportResult } from "./importResult";
import type { HandedImport, ImportMessage } from "./importMessages";
import { socketFolder, withSocketPath } from "./socketPath";

/** A connection to the server that holds the data directory, or null. */
export function connectToServer(dataDirectory: string): Promise<Socket | null> {
  return withSocketPath(
    socketFolder(dataDirectory),
    (socketPath) =>
      new Promise((resolve) => {
        const socket = connect({ path: socketPath, allowHalfOpen: true });
        socket.once("connect", () => resolve(socket));
        // Later ones end the connection, which is told by what is missing.
        socket.on("error", () => resolve(null));
      }),
  );
}

/**
 * Lets the running server import a feed, as `importRows` would: the same
 * progress, the same result, the same errors.
 */
export async function handOver({
  socket,
  request,
  rows,
  onProgress,
}: {
  socket: Socket;
  request: HandedImport;
  rows: AsyncIterable<unknown>;
  onProgress: (progress: ImportProgress) => void;
}): Promise<ImportResult> {
  const sending = sendFeed({ socket, request, rows });
  try {
    return await Promise.race([
      receive(socket, onProgress),
      // Only a file that cannot be read ends it early.
      sending.then(() => new Promise<never>(() => undefined)),
    ]);
  } finally {
    socket.destroy();
  }
}

async function sendFeed({
  socket,
  request,
  rows,
}: {
  socket: Socket;
  request: HandedImport;
  rows: AsyncIterable<unknown>;
}): Promise<void> {
  const send = async (bytes: Uint8Array) => {
    if (socket.writable) await sendFrame(socket, bytes).catch(ignoreRefusal);
  };
  await send(Buffer.from(JSON.stringify(request)));
  for await (const frame of toFrames(rows)) {
    if (!socket.writable) return;
    await send(frame);
  }
  await send(new Uint8Array());
  socket.end();
}

/** A server that wants no more of the feed says why in its answer. */
const ignoreRefusal = () => undefined;

async function receive(
  socket: Socket,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as ImportMessage;
    if (message.kind === "progress") onProgress(message.progress);
    else return resultOf(message);
  }
  throw new BrokenOff();
}

function resultOf(
  message: Exclude<ImportMessage, { kind: "progress" }>,
): ImportResult {
  switch (message.kind) {
    case "done":
      return message.result;
    case "refused":
      throw new FeedError(message.reason);
    case "broken":
      throw new ImportBroken(message.reason, message.result);
    case "failed":
      throw new FeedError(
        "The server could not finish the import; its log says why",
      );
  }
}
