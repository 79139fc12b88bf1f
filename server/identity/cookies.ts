import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../platform/config";

/** Seconds. */
export const accessLifetime = 15 * 60;
export const refreshLifetime = 30 * 24 * 60 * 60;
export const deviceLifetime = 180 * 24 * 60 * 60;
export const ceremonyLifetime = 10 * 60;
export const ssoLifetime = 10 * 60;

/** Browsers send all but the first cookie to the sign-in calls only. */
const cookies = {
  accessToken: {
    name: "seriba-access",
    path: "/",
    maxAge: accessLifetime,
  },
  refreshToken: {
    name: "seriba-refresh",
    path: "/api/auth",
    maxAge: refreshLifetime,
  },
  deviceToken: {
    name: "seriba-device",
    path: "/api/auth",
    maxAge: deviceLifetime,
  },
  /** Proves the right password until the second factor is proved as well. */
  ceremonyToken: {
    name: "seriba-ceremony",
    path: "/api/auth",
    maxAge: ceremonyLifetime,
  },
  /** Belongs to a request to the provider of single sign-on. */
  ssoToken: {
    name: "seriba-sso",
    path: "/api/auth",
    maxAge: ssoLifetime,
  },
} as const;

/** Browsers take a cookie of this name from this host over https only, and for all paths. */
const securedSsoToken = {
  ...cookies.ssoToken,
  name: "__Host-seriba-sso",
  path: "/",
} as const;

/** Returns name, path and lifetime of a cookie. */
const cookieOf = (
  token: keyof Tokens,
  exchange: Pick<Exchange, "request" | "config">,
) =>
  token === "ssoToken" && attributes(exchange).secure
    ? securedSsoToken
    : cookies[token];

type Tokens = { -readonly [Token in keyof typeof cookies]?: string };

const read =
  (token: keyof Tokens) =>
  (request: FastifyRequest): string | undefined =>
    request.cookies[cookies[token].name];

export const accessTokenOf = read("accessToken");
export const refreshTokenOf = read("refreshToken");
export const deviceTokenOf = read("deviceToken");
export const ceremonyTokenOf = read("ceremonyToken");

/** A stranger could plant a cookie of another subdomain, and so the stranger's person. */
export const ssoTokenOf = (
  request: FastifyRequest,
  config: Config,
): string | undefined =>
  request.cookies[cookieOf("ssoToken", { request, config }).name];

type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  config: Config;
};

function attributes({ request, config }: Pick<Exchange, "request" | "config">) {
  const isHttps =
    config.publicUrl.startsWith("https://") || request.protocol === "https";
  const secure =
    config.cookieSecure === "auto" ? isHttps : config.cookieSecure === "on";
  return { httpOnly: true, sameSite: "lax", secure } as const;
}

/** Sets the cookies of the given tokens. Scripts cannot read them. */
export function setTokens(exchange: Exchange, tokens: Tokens): void {
  for (const token of [
    "accessToken",
    "refreshToken",
    "deviceToken",
    "ceremonyToken",
    "ssoToken",
  ] as const) {
    const value = tokens[token];
    const { name, path, maxAge } = cookieOf(token, exchange);
    if (value !== undefined)
      exchange.reply.setCookie(name, value, {
        ...attributes(exchange),
        path,
        maxAge,
      });
  }
}

/** Removes the session's cookies. The device stays known after signing out. */
export function clearTokens(exchange: Exchange): void {
  for (const { name, path } of [cookies.accessToken, cookies.refreshToken])
    exchange.reply.clearCookie(name, { ...attributes(exchange), path });
}

/** Removes the cookies of a sign-in that waited for its end. */
export function clearCeremony(exchange: Exchange): void {
  for (const token of ["ceremonyToken", "ssoToken"] as const) {
    const { name, path } = cookieOf(token, exchange);
    exchange.reply.clearCookie(name, { ...attributes(exchange), path });
  }
}
