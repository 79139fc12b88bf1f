import type { FastifyReply } from "fastify";
import type { LiveEvent } from "../../../domain/liveEvent";
import type { ChangeNumber } from "../changes";

/** A reader that has left more bytes of earlier events unread is disconnected. */
const mostUnreadBytes = 64 * 1024;

export type EventStream = {
  /**
   * Sends the text of events. Once the reader has them, it has everything up to `number`;
   * null leaves the number after which it resumes as it was.
   */
  send(text: string, number: ChangeNumber | null): void;
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
    send: (text, number) => {
      if (raw.destroyed || raw.writableEnded) return;
      // Events of one call may be longer, and a reader who resumes gets them again.
      if (raw.writableLength > mostUnreadBytes) {
        raw.destroy();
        return;
      }
      // The id comes after all events of the batch. If the connection breaks
      // in between, the reader resumes before the batch.
      raw.write(number === null ? text : `${text}id: ${number}\n\n`);
    },
    end: () => {
      raw.end();
    },
  };
}

/** Returns the events as the text of a stream. */
export const eventTexts = (events: readonly LiveEvent[]): string =>
  events
    .map(
      ({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    .join("");
