import type { FastifyInstance } from "fastify";
import type { Config } from "../config";
import { allowedOrigins } from "./origins";

/** What a browser keeps at most; each call would be asked about otherwise. */
const preflightSeconds = 7200;

const methods = "GET, POST, PUT, DELETE";
/** Headers of ours that a page of another origin may send and read. */
const sent = "Content-Type, Idempotency-Key, If-Match, If-None-Match";
const read = "Date, ETag, Retry-After";

/**
 * Lets pages of the allowed origins, exactly those, call the API with cookies:
 * their preflights are answered before anything else is asked, and each answer
 * names the origin it is for. Without allowed origins no answer differs.
 */
export function allowOrigins(app: FastifyInstance, config: Config): void {
  const allowed = allowedOrigins(config);
  if (allowed.size === 0) return;
  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers;
    void reply.header("vary", "Origin");
    if (origin === undefined || !allowed.has(origin)) {
      done();
      return;
    }
    void reply
      .header("access-control-allow-origin", origin)
      .header("access-control-allow-credentials", "true")
      .header("access-control-expose-headers", read);
    const isPreflight =
      request.method === "OPTIONS" &&
      request.headers["access-control-request-method"] !== undefined;
    if (!isPreflight) {
      done();
      return;
    }
    void reply
      .code(204)
      .header("access-control-allow-methods", methods)
      .header("access-control-allow-headers", sent)
      .header("access-control-max-age", String(preflightSeconds))
      .send();
  });
}
