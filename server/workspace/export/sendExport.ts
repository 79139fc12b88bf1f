import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ExportFormat } from "../../../domain/listing/querySchema";
import type { WorkSlots } from "../../platform/http/workSlots";
import { sessionOf } from "../../platform/http/request";
import type { Context } from "../context";
import { exportList, type ExportedList } from "./exportList";

export const exportTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const defaultPace: PaceLimits = {
  leastRate: 16_000,
  graceMs: 10_000,
  totalMs: 10 * 60_000,
};

/** A connection without any traffic for this time is closed. */
const idleMs = 60_000;

/**
 * Sends a list as a file. Refusals come before the first byte; a later failure
 * or a reader that is too slow cuts the connection, so that no partial file
 * looks complete.
 */
export async function sendExport(
  context: Context,
  { slots, pace = defaultPace }: { slots: WorkSlots; pace?: PaceLimits },
  list: ExportedList,
  request: FastifyRequest<{ Querystring: Record<string, string> }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { viewer } = sessionOf(request);
  const { language, query } = request;
  const file = exportList(context, list, { viewer, language, query });
  const type = exportTypes[query.format === "xlsx" ? "xlsx" : "csv"];
  return sendFile({ ...file, type }, { slots, pace }, request, reply);
}

type SentFile = {
  /** Null for a picture that is shown rather than saved. */
  name: string | null;
  /** The media type. */
  type: string;
  /** The number of bytes, if it is known. */
  size?: number;
  open: () => Promise<Content>;
};

type Content = AsyncIterable<string | Uint8Array>;

/**
 * Sends a file while it is made; of a HEAD request only its headers. A failure
 * after the first byte, a reader that is too slow and the end of the session cut the
 * connection. The slot and the file are given back however the response ends.
 */
export async function sendFile(
  file: SentFile,
  { slots, pace = defaultPace }: { slots: WorkSlots; pace?: PaceLimits },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, server } = request;
  const { viewer, sessionId } = sessionOf(request);
  const release = slots.take(viewer.userId);
  try {
    const content = method === "HEAD" ? null : await file.open();
    // The client may be gone while the rows were searched.
    if (reply.raw.destroyed) {
      await close(content);
      release();
      return await reply.hijack();
    }
    const cut = () => void reply.raw.destroy();
    // One chunk at a time: more would be taken before the reader has room for it.
    const stream = Readable.from(content ? paced(content, pace, cut) : [], {
      highWaterMark: 1,
    });
    const unfollow = server.downloads.follow(sessionId, cut);
    stream.once("close", release);
    reply.raw.once("close", () => {
      unfollow();
      stream.destroy();
      release();
      // An unread stream does not close its source.
      close(content).catch((error: unknown) => {
        request.log.warn({ err: error }, "a download could not be closed");
      });
    });
    reply.raw.setTimeout(idleMs, cut);
    void reply.type(file.type).header("cache-control", "no-store");
    if (file.name !== null)
      void reply.header("content-disposition", dispositionOf(file.name));
    if (file.size !== undefined) void reply.header("content-length", file.size);
    return await reply.send(stream);
  } catch (error) {
    release();
    throw error;
  }
}

/** Closes the descriptors and connections that content has open. */
async function close(content: Content | null): Promise<void> {
  if (content instanceof Readable) content.destroy();
  else await content?.[Symbol.asyncIterator]().return?.();
}

const dispositionOf = (name: string): string =>
  /^[\w.-]+$/.test(name)
    ? `attachment; filename="${name}"`
    : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;

/** The slowest reader that an export waits for. */
export type PaceLimits = {
  /** Bytes a second, on average over the time spent waiting for the reader. */
  leastRate: number;
  /** Waiting time that a reader has before the rate counts. */
  graceMs: number;
  /** The longest time for the whole export. */
  totalMs: number;
};

/**
 * Yields the chunks as the reader takes them. Calls `giveUp` once the reader
 * is slower than the limits allow, or stops reading. Time that the source
 * needs to produce a chunk does not count against the reader.
 */
export async function* paced<Chunk extends { length: number }>(
  chunks: AsyncIterable<Chunk>,
  { leastRate, graceMs, totalMs }: PaceLimits,
  giveUp: () => void,
): AsyncGenerator<Chunk> {
  const total = setTimeout(giveUp, totalMs).unref();
  let taken = 0;
  let waitedMs = 0;
  try {
    for await (const chunk of chunks) {
      const allowedMs = graceMs + (taken / leastRate) * 1000 - waitedMs;
      const slow = setTimeout(giveUp, Math.max(allowedMs, 0)).unref();
      const begun = performance.now();
      try {
        yield chunk;
      } finally {
        clearTimeout(slow);
        waitedMs += performance.now() - begun;
      }
      taken += chunk.length;
    }
  } finally {
    clearTimeout(total);
  }
}
