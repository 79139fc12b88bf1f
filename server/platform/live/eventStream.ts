import type { FastifyReply } from "fastify";
import type { LiveEvent } from "../../../domain/liveEvent";

/** A reader that lets more than this pile up is dropped. */
const mostWaitingBytes = 64 * 1024;

export type EventStream = {
  /** Sends events after which the reader has everything up to `position`. */
  send(events: readonly LiveEvent[], position: bigint): void;
  end(): void;
};

/**
 * Takes a reply over and makes it a stream of server-sent events. What is not
 * read is not kept: a reader that falls behind is cut, and resumes by the last
 * id it has seen. `onClosed` is called once, whoever ends it.
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
    // nginx would keep events back to fill its buffer.
    "x-accel-buffering": "no",
  });
  raw.flushHeaders();
  return {
    send: (events, position) => {
      if (raw.destroyed || raw.writableEnded) return;
      const text = events.map(
        ({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
      );
      // The id alone, behind them all: half of them read is none read.
      raw.write(`${text.join("")}id: ${position}\n\n`);
      if (raw.writableLength > mostWaitingBytes) raw.destroy();
    },
    end: () => {
      raw.end();
    },
  };
}
