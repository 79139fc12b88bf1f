import type { FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { ExportFormat } from "../../../domain/listing/querySchema";
import { sessionOf } from "../../platform/http/request";
import type { Context } from "../context";
import { exportList, type ExportedList } from "./exportList";
import { paced, type PaceLimits } from "./paced";
import type { ExportSlots } from "./slots";

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
  { slots, pace = defaultPace }: { slots: ExportSlots; pace?: PaceLimits },
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
  name: string;
  /** The media type. */
  type: string;
  open: () => Promise<AsyncIterable<string | Uint8Array>>;
};

/**
 * Sends a file while it is made; of a HEAD request only its headers. A failure
 * after the first byte and a reader that is too slow cut the connection. The slot
 * is given back however the response ends.
 */
export async function sendFile(
  file: SentFile,
  { slots, pace = defaultPace }: { slots: ExportSlots; pace?: PaceLimits },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method } = request;
  const release = slots.take(sessionOf(request).viewer.userId);
  try {
    const bytes = method === "HEAD" ? null : await file.open();
    // The client may be gone while the rows were searched.
    if (reply.raw.destroyed) {
      release();
      return await reply.hijack();
    }
    const cut = () => void reply.raw.destroy();
    const stream = Readable.from(bytes ? paced(bytes, pace, cut) : []);
    stream.once("close", release);
    reply.raw.once("close", () => {
      stream.destroy();
      release();
    });
    reply.raw.setTimeout(idleMs, cut);
    return await reply
      .type(file.type)
      .header("content-disposition", `attachment; filename="${file.name}"`)
      .header("cache-control", "no-store")
      .send(stream);
  } catch (error) {
    release();
    throw error;
  }
}
