import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { FeedError } from "./feedError";
import { sendFrame } from "./frames";
import type { AskedCommand, CommandMessage } from "./importMessages";

/**
 * Has the running server do what a command wants, and gives its answer. Throws
 * FeedError where it cannot, or goes away.
 */
export async function askServer(
  socket: Socket,
  request: AskedCommand,
): Promise<unknown> {
  try {
    await sendFrame(socket, Buffer.from(JSON.stringify(request)));
    await sendFrame(socket, new Uint8Array());
    for await (const line of createInterface({ input: socket })) {
      const message = JSON.parse(line) as CommandMessage;
      if (message.kind === "answered") return message.answer;
      if (message.kind === "refused") throw new FeedError(message.reason);
      break;
    }
    throw new FeedError("The server could not do it; its log says why");
  } finally {
    socket.destroy();
  }
}
