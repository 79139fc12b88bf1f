import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readTakenPosition, trackTakenNumbers } from "../changes";
import type { Database } from "../database";
import { runWithDeadline, runWriting } from "../deadline";

/**
 * The header with a change number. A reply to a write has the number up to
 * which it wrote; a list includes all changes up to its number. A browser sends
 * the highest number that it has received, so that its next list includes its
 * own writes, on whichever server.
 */
const changeHeader = "change-number";

/**
 * Returns a function that reads the change number of a request. A number that is
 * missing, malformed or not taken by any write gives undefined.
 */
export function readKnownChanges(
  database: Pick<Database, "kysely">,
): (request: FastifyRequest) => Promise<bigint | undefined> {
  const isTaken = trackTakenNumbers(database);
  return async ({ headers }) => {
    const text = headers[changeHeader];
    if (typeof text !== "string" || !/^\d{1,18}$/.test(text)) return undefined;
    const number = BigInt(text);
    return (await isTaken(number)) ? number : undefined;
  };
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
        const number = await afterWrite(request, () =>
          readTakenPosition(kysely),
        );
        sendChangeNumber(reply, number);
      } catch (error) {
        request.log.warn({ err: error }, "a write could not be numbered");
      }
    return payload;
  });
}

/** Runs `task` under the deadline of a write, and does not wait for slow reads. */
const afterWrite = <Result>(
  { work }: FastifyRequest,
  task: () => Promise<Result>,
): Promise<Result> =>
  runWithDeadline(work?.deadline ?? null, () => runWriting(true, task));
