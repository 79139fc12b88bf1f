import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readTakenPosition } from "../changes";
import type { Database } from "../database";

/**
 * The header with a change number. A reply to a write has the number up to
 * which it wrote; a list includes all changes up to its number. A browser sends
 * the highest number that it has received, so that its next list includes its
 * own writes, on whichever server.
 */
const changeHeader = "change-number";

/** Returns the change number of a request, or undefined if it is missing or malformed. */
export function knownChange({ headers }: FastifyRequest): bigint | undefined {
  const text = headers[changeHeader];
  return typeof text === "string" && /^\d{1,18}$/.test(text)
    ? BigInt(text)
    : undefined;
}

/** Sets the number of a reply. Number 0 includes no change and is not sent. */
export function sendChangeNumber(reply: FastifyReply, version: bigint): void {
  if (version > 0n) void reply.header(changeHeader, String(version));
}

/**
 * Adds the change number to the replies of successful writes. A write stays
 * successful if its number cannot be read.
 */
export function numberWrites(
  app: FastifyInstance,
  { kysely }: Pick<Database, "kysely">,
): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const isWrite = request.method !== "GET" && request.session !== null;
    if (isWrite && reply.statusCode < 300)
      try {
        sendChangeNumber(reply, await readTakenPosition(kysely));
      } catch (error) {
        request.log.warn({ err: error }, "a write could not be numbered");
      }
    return payload;
  });
}
