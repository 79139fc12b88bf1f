import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  collectWritten,
  knownText,
  numberOf,
  parseKnown,
  type ChangeHub,
  type ChangeNumber,
  type KnownChanges,
} from "../changes";

/**
 * The header with change numbers, such as `120, notes=125`. A reply to a write has the
 * number of the write for each topic that it changed; a list includes all changes up to
 * its number. A browser sends the highest numbers that it has received, so that its next
 * list includes its own writes, on whichever server. A list waits only for the topics
 * that it depends on.
 */
const changeHeader = "change-number";

declare module "fastify" {
  interface FastifyRequest {
    /** The numbers of the changes that the request has committed. */
    written: Map<string, ChangeNumber> | null;
  }
}

/**
 * Returns a function that reads the change numbers of a request. Malformed numbers, and
 * numbers that no write has taken, are ignored.
 */
export const readKnownChanges =
  (changes: Pick<ChangeHub, "isTaken">) =>
  async ({ headers }: FastifyRequest): Promise<KnownChanges> => {
    const text = headers[changeHeader];
    const known = parseKnown(typeof text === "string" ? text : "");
    return (await changes.isTaken(numberOf(known))) ? known : new Map();
  };

/** Sets the number of a reply. Number 0 includes no change and is not sent. */
export function sendChangeNumber(
  reply: FastifyReply,
  number: ChangeNumber,
): void {
  if (number > 0n) void reply.header(changeHeader, String(number));
}

/** Adds their change numbers to the replies of successful writes. */
export function numberWrites(app: FastifyInstance): void {
  app.decorateRequest("written", null);
  app.addHook("preHandler", (request, _reply, done) => {
    if (request.method === "GET" || request.session === null) {
      done();
      return;
    }
    const written = new Map<string, ChangeNumber>();
    request.written = written;
    collectWritten(written, done);
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const { written } = request;
    if (written && written.size > 0 && reply.statusCode < 300)
      void reply.header(changeHeader, knownText(written));
    done(null, payload);
  });
}
