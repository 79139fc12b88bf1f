import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config";
import { failure } from "../errors";
import { allowedOrigins, originOf } from "./origins";

/**
 * Refuses calls that change something when another site sent them. What a
 * browser says of itself counts: Sec-Fetch-Site must be the own site, Origin
 * the own origin or an allowed one. A call with neither comes from no present
 * browser: a write is then let pass, since a cross-site write always carries
 * an Origin, while a GET that changes something needs a Referer of such an
 * origin if it carries cookies, since old browsers send GETs with neither.
 */
export function refuseCrossSite(app: FastifyInstance, config: Config): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isWrite = !["GET", "HEAD", "OPTIONS"].includes(request.method);
    const { definition } = request.routeOptions.config;
    const isGuarded = isWrite || definition?.changesState === true;
    const isRefused = isGuarded && !isOwnSite(request, isWrite, config);
    done(isRefused ? failure("cross_site") : undefined);
  });
}

function isOwnSite(
  request: FastifyRequest,
  isWrite: boolean,
  config: Config,
): boolean {
  const { headers } = request;
  const site = headers["sec-fetch-site"];
  const hasOwnOrigin = (address: string) =>
    isOwnOrigin(address, request, config);
  if (headers.origin !== undefined) return hasOwnOrigin(headers.origin);
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (isWrite || headers.cookie === undefined) return true;
  return headers.referer !== undefined && hasOwnOrigin(headers.referer);
}

function isOwnOrigin(
  address: string,
  request: FastifyRequest,
  config: Config,
): boolean {
  const own = [config.publicUrl, `${request.protocol}://${request.host}`];
  const origin = originOf(address);
  if (origin === null) return false;
  return (
    own.map(originOf).includes(origin) || allowedOrigins(config).has(origin)
  );
}
