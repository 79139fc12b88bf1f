import type { FastifyInstance } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";
import { failure } from "../errors";
import type { RouteDefinition } from "../http/route";
import type { Metrics } from "./metrics";

/** Not a call of the API: it is in no OpenAPI document. */
const definition: RouteDefinition = {
  method: "GET",
  url: "/metrics",
  access: "public",
  isExempt: true,
  reply: () => ({ type: "string" }),
  replyTypes: ["text/plain"],
  summary: "The metrics of the server",
};

/**
 * Registers `/metrics` for callers that send the token. It is answered under any load:
 * it takes no slot of the limits and reads only memory.
 */
export function registerMetrics(
  app: FastifyInstance,
  { metrics, token }: { metrics: Metrics; token: string },
): void {
  const expected = digest(token);
  app.get(definition.url, {
    config: { definition },
    onRequest: (request, _reply, done) => {
      const { authorization = "" } = request.headers;
      const [, given = ""] = bearer.exec(authorization) ?? [];
      const isKnown = timingSafeEqual(digest(given), expected);
      done(isKnown ? undefined : failure("unauthorized"));
    },
    handler: async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.text()),
  });
}

const bearer = /^Bearer +(\S+)$/i;

/** Digests have the same length, which the comparison in constant time needs. */
const digest = (text: string): Buffer =>
  createHash("sha256").update(text).digest();
