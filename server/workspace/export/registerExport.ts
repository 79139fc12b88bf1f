import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import type { ExportFormat } from "../../../domain/listing/exportFormat";
import { exportQuerySchema } from "../../../domain/listing/querySchema";
import type { Database } from "../../platform/database";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import { callAccess } from "../callAccess";
import type { Context } from "../context";
import { exportList, type ExportedList } from "./exportList";
import { createSlots, type Slots } from "./slots";

const contentTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** A reader that takes nothing for so long holds no place any more. */
const stalledMilliseconds = 60_000;

/** All lists of a database share its places, whichever area serves them. */
const slots = new WeakMap<Database, Slots>();

function slotsOf(database: Database): Slots {
  const known = slots.get(database) ?? createSlots();
  slots.set(database, known);
  return known;
}

/**
 * The export call of a declared list, if it has one: access as the list and by
 * its own rule, the list's own query, the whole of what it finds as a file. What is refused is
 * refused before the first byte; a fault after it cuts the connection, so that
 * no half file looks whole. HEAD answers as GET would begin.
 */
export function registerExport(
  app: FastifyInstance,
  context: Context,
  { name, ...list }: Omit<ExportedList, "resource"> & { name: string },
): void {
  const { schemas, database } = context;
  const declared = () => context.workspace.resource(name);
  const { calls, row } = declared();
  if (!calls.export) return;
  route<{ Query: Record<string, string>; Reply: never }>(app, {
    method: "GET",
    url: calls.export.path,
    access: callAccess(context, { name, call: "export" }),
    query: () => exportQuerySchema(declared(), schemas.row(row)),
    reply: () => ({ type: "string", description: "The file" }),
    replyTypes: Object.values(contentTypes),
    isLong: true,
    summary: `The whole of ${name} as a CSV or XLSX file`,
    handler: async (request, reply) => {
      const { viewer } = sessionOf(request);
      const { language, query } = request;
      const asked = { viewer, language, query };
      const file = exportList(
        context,
        { ...list, resource: declared() },
        asked,
      );
      const release = slotsOf(database).take(viewer.userId);
      const giveUp = (error: unknown) => {
        release();
        throw error;
      };
      const isHead = request.method === "HEAD";
      const bytes = Readable.from(
        isHead ? [] : await file.open().catch(giveUp),
      );
      bytes.once("close", release);
      reply.raw.setTimeout(stalledMilliseconds, () => reply.raw.destroy());
      return reply
        .type(contentTypes[query.format === "xlsx" ? "xlsx" : "csv"])
        .header("content-disposition", `attachment; filename="${file.name}"`)
        .header("cache-control", "no-store")
        .send(bytes);
    },
  });
}
