import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config";
import { failure } from "../errors";

/**
 * Rejects requests that change something and come from another site.
 *
 * Browsers name the sender: Origin must be the portal's own or an allowed
 * origin, Sec-Fetch-Site must be `same-origin` or `none`. A request with
 * neither header does not come from a current browser. If it is a write, it is
 * accepted, because a cross-site write always carries an Origin. If it is a
 * GET that changes something and carries cookies, it needs a Referer of the
 * portal, because old browsers send GETs with neither header.
 */
export function refuseCrossSite(app: FastifyInstance, config: Config): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { definition } = request.routeOptions.config;
    const isGuarded = isWrite(request) || definition?.changesState === true;
    const isRefused = isGuarded && !isOwnSite(request, config);
    done(isRefused ? failure("cross_site") : undefined);
  });
}

/** Throws cross_site if a request that changes something comes from another site. */
export function assertOwnSite(request: FastifyRequest, config: Config): void {
  if (!isOwnSite(request, config)) throw failure("cross_site");
}

const isWrite = ({ method }: FastifyRequest): boolean =>
  !["GET", "HEAD", "OPTIONS"].includes(method);

function isOwnSite(request: FastifyRequest, config: Config): boolean {
  const { origin, cookie, referer, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined) return isTrusted(origin, request, config);
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (isWrite(request) || cookie === undefined) return true;
  return referer !== undefined && isTrusted(referer, request, config);
}

/**
 * Whether an address belongs to the portal or to an allowed origin. The host
 * that the request names counts only without PUBLIC_URL, since a sender
 * chooses it.
 */
function isTrusted(
  address: string,
  request: FastifyRequest,
  config: Config,
): boolean {
  const own = config.publicUrl || `${request.protocol}://${request.host}`;
  const origin = originOf(address);
  return (
    origin !== null &&
    (origin === originOf(own) || allowedOrigins(config).has(origin))
  );
}

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
const allowedOrigins = ({
  allowedOrigins: list,
}: Pick<Config, "allowedOrigins">): ReadonlySet<string> =>
  new Set(list.split(",").flatMap((address) => originOf(address.trim()) ?? []));
