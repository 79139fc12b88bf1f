import type { Socket } from "node:net";

/** Bytes of the length before each frame. */
const lengthBytes = 4;
const longestFrame = 16 * 1024 * 1024;

/** The other side went away before it had said all. */
export class BrokenOff extends Error {
  constructor() {
    super("The connection broke off");
    this.name = "BrokenOff";
  }
}

/** Sends bytes as one frame; an empty frame says that there are no more. */
export async function sendFrame(
  socket: Socket,
  bytes: Uint8Array,
): Promise<void> {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(bytes.length);
  socket.write(length);
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/**
 * The frames that a socket receives, up to the empty one; the socket stays
 * open for the answer. Throws BrokenOff when it ends before.
 */
export async function* readFrames(socket: Socket): AsyncGenerator<Uint8Array> {
  let pending = Buffer.alloc(0);
  const chunks: AsyncIterable<Buffer> = socket.iterator({
    destroyOnReturn: false,
  });
  for await (const chunk of chunks) {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      if (pending.length < lengthBytes) break;
      const length = pending.readUInt32BE();
      if (length > longestFrame) throw new BrokenOff();
      const end = lengthBytes + length;
      if (pending.length < end) break;
      if (length === 0) return;
      yield pending.subarray(lengthBytes, end);
      pending = pending.subarray(end);
    }
  }
  throw new BrokenOff();
}
