import type { FastifyInstance } from "fastify";
import type { Config } from "../config";

/** Browsers cache a preflight for at most two hours. */
const preflightSeconds = 7200;

const methods = "GET, POST, PUT, PATCH, DELETE";
/** Headers that a page of another origin may send and read. */
const requestHeaders =
  "Change-Number, Content-Type, Idempotency-Key, If-Match, If-None-Match";
const responseHeaders = "Change-Number, Date, ETag, Retry-After";

/**
 * Lets pages of the allowed origins call the API with cookies. Their preflights
 * are answered before any other check, since they carry no cookies. Without
 * allowed origins no CORS header is sent.
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
      .header("access-control-expose-headers", responseHeaders);
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
      .header("access-control-allow-headers", requestHeaders)
      .header("access-control-max-age", String(preflightSeconds))
      .send();
  });
}

/**
 * Returns the origin of an address; null for text that is not an address, such
 * as the "null" that a sandboxed page sends.
 */
export const originOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).origin : null;

/** Returns the other origins that may call the API with cookies. */
export const allowedOrigins = ({
  allowedOrigins: list,
}: Pick<Config, "allowedOrigins">): ReadonlySet<string> =>
  new Set(list.split(",").flatMap((address) => originOf(address.trim()) ?? []));
