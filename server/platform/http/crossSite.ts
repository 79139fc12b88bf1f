import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config";
import { failure } from "../errors";
import { allowedOrigins, originOf } from "./allowOrigins";

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
