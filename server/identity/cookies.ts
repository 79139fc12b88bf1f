import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../platform/config";

/** Seconds. */
export const accessLifetime = 15 * 60;
export const refreshLifetime = 30 * 24 * 60 * 60;

const access = { name: "seriba-access", path: "/" };
/** Sent only where it is used, so that it shows up in few requests. */
const refresh = { name: "seriba-refresh", path: "/api/auth" };

export const accessTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[access.name];
export const refreshTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[refresh.name];

type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  config: Config;
};

function attributes({ request, config }: Exchange) {
  const isHttps =
    config.publicUrl.startsWith("https://") || request.protocol === "https";
  const secure =
    config.cookieSecure === "auto" ? isHttps : config.cookieSecure === "on";
  return { httpOnly: true, sameSite: "lax", secure } as const;
}

/** Gives the browser its tokens; no script can read them. */
export function setTokens(
  exchange: Exchange,
  tokens: { accessToken: string; refreshToken?: string },
): void {
  const { reply } = exchange;
  reply.setCookie(access.name, tokens.accessToken, {
    ...attributes(exchange),
    path: access.path,
    maxAge: accessLifetime,
  });
  if (tokens.refreshToken === undefined) return;
  reply.setCookie(refresh.name, tokens.refreshToken, {
    ...attributes(exchange),
    path: refresh.path,
    maxAge: refreshLifetime,
  });
}

/** Takes the tokens back. */
export function clearTokens(exchange: Exchange): void {
  for (const { name, path } of [access, refresh])
    exchange.reply.clearCookie(name, { ...attributes(exchange), path });
}
