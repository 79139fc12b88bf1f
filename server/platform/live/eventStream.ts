import type { FastifyReply } from "fastify";
import type { LiveEvent } from "../../../domain/liveEvent";

/** A reader that has left more bytes of earlier events unread is disconnected. */
const mostUnreadBytes = 64 * 1024;

export type EventStream = {
  /**
   * Sends events. Once the reader has them, it has everything up to `position`;
   * null leaves the position where it resumes as it was.
   */
  send(events: readonly LiveEvent[], position: bigint | null): void;
  end(): void;
};

/**
 * Turns a reply into a stream of server-sent events. The server keeps nothing
 * for a slow reader: it disconnects the reader, which resumes from the last
 * event id. `onClosed` is called once, whichever side ends the stream.
 */
export function openEventStream(
  reply: FastifyReply,
  onClosed: () => void,
): EventStream {
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  reply.hijack();
  if (raw.destroyed) queueMicrotask(onClosed);
  else raw.once("close", onClosed);
  raw.on("error", () => raw.destroy());
  raw.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    // Without it nginx collects events until its buffer is full.
    "x-accel-buffering": "no",
  });
  raw.flushHeaders();
  return {
    send: (events, position) => {
      if (raw.destroyed || raw.writableEnded) return;
      // Events of one call may be longer, and a reader who resumes gets them again.
      if (raw.writableLength > mostUnreadBytes) {
        raw.destroy();
        return;
      }
      const text = events.map(
        ({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
      );
      // The id comes after all events of the batch. If the connection breaks
      // in between, the reader resumes before the batch.
      if (position !== null) text.push(`id: ${position}\n\n`);
      raw.write(text.join(""));
    },
    end: () => {
      raw.end();
    },
  };
}
