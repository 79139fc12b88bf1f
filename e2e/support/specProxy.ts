import { createServer, type Server, type ServerResponse } from "node:http";
import type { IncomingMessage } from "node:http";
import { asSpecified } from "./asSpecified";

/** The calls of the specification. */
const calls = [
  /^GET \/auth\/(update|reset-password)$/,
  /^POST \/auth\/logout$/,
  /^GET \/user\/(view-profile|search|my-search)$/,
  /^PUT \/user\/(update-setting|update-profile)$/,
  /^POST \/user\/(change-password|save-search|update-search|delete-search)$/,
  /^GET \/site\/(get-country-list|menu-counters|week-days|get-language)$/,
  /^GET \/bid\/(group|type|export-type|search|filters|bid-history-filters)$/,
  /^GET \/bid\/(dealer-clients|bid-history|index|dealer|my-bid|chat|logs)$/,
  /^PUT \/bid\/update-[a-z-]+$/,
  /^POST \/bid\/(create|bid-from-manager|save-chat)$/,
  /^GET \/(auction|stock|stats)\/(listing|filters|maker|model|detail)$/,
  /^GET \/(bikes|bike-stats)\/(listing|filters|makers|models|detail)$/,
  /^GET \/(auction|stock|stats|bikes|bike-stats)\/production-month$/,
  /^GET \/photos\/[^/]+$/,
];

/** The calls of the `{auth}` base, which differs from the base of all other calls. */
const authCall =
  /^(POST \/sign-in\/auth(\/(signup|verify-email|reset-password-verify))?|GET \/sign-in\/auth\/reset-password-token-verify)$/;

/** Headers that every browser sends with every call. */
const ordinary = new Set(
  (
    "accept accept-encoding accept-language cache-control connection " +
    "content-length content-type cookie host if-modified-since if-none-match " +
    "origin pragma priority referer user-agent"
  ).split(" "),
);

export type SpecProxy = {
  server: Server;
  /** Calls outside the specification, in order of arrival. */
  refused: string[];
  /** Unusual headers that a page sent or requested in a preflight. */
  ownHeaders: Set<string>;
  /** Answered preflights. */
  preflights: string[];
  /** Forwarded calls. */
  passed: string[];
};

/**
 * Starts a proxy that makes our server look like a server written from the
 * specification alone, on another origin and with other base paths. It answers
 * 404 to calls outside the specification, removes our additions from replies,
 * writes ids as numbers, and allows one origin and only the header
 * Content-Type.
 */
export function createSpecProxy(options: {
  target: string;
  /** Returns the origin of the page. */
  origin: () => string;
}): SpecProxy {
  const seen: Omit<SpecProxy, "server"> = {
    refused: [],
    ownHeaders: new Set(),
    preflights: [],
    passed: [],
  };
  const server = createServer((request, response) => {
    answer(request, response, { ...options, seen }).catch(() => {
      response.writeHead(502).end();
    });
  });
  return { server, ...seen };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  {
    target,
    origin,
    seen,
  }: {
    target: string;
    origin: () => string;
    seen: Omit<SpecProxy, "server">;
  },
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const { pathname, search } = new URL(url, target);
  response.setHeader("access-control-allow-origin", origin());
  response.setHeader("access-control-allow-credentials", "true");
  response.setHeader("vary", "Origin");
  if (method === "OPTIONS") {
    seen.preflights.push(pathname);
    noteHeaders(request.headers["access-control-request-headers"], seen);
    response.setHeader("access-control-allow-headers", "content-type");
    response.setHeader("access-control-allow-methods", "GET, POST, PUT");
    response.writeHead(204).end();
    return;
  }
  noteHeaders(Object.keys(request.headers).join(","), seen);
  const call = `${method} ${pathname.replace(/^\/v1/, "")}`;
  const isAuth = authCall.test(call);
  const isCall = pathname.startsWith("/v1/") || pathname.startsWith("/api/");
  const name = call.replace(" /api/", " /");
  if (!isAuth && !(isCall && calls.some((known) => known.test(name)))) {
    seen.refused.push(call);
    response.writeHead(404, { "content-type": "text/html" }).end("Not found");
    return;
  }
  seen.passed.push(call);
  const path = isAuth ? pathname.replace(/^\/sign-in/, "") : name.split(" ")[1];
  await forward(request, response, `${target}/api${path ?? ""}${search}`);
}

function noteHeaders(
  names: string | undefined,
  { ownHeaders }: Pick<SpecProxy, "ownHeaders">,
): void {
  for (const name of (names ?? "").toLowerCase().split(/,\s*/)) {
    const isOrdinary =
      name === "" || ordinary.has(name) || /^(sec|access-control)-/.test(name);
    if (!isOrdinary) ownHeaders.add(name);
  }
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<void> {
  const body: Buffer[] = [];
  for await (const part of request) body.push(part as Buffer);
  const { cookie, "content-type": type } = request.headers;
  const { "accept-language": language } = request.headers;
  const reply = await fetch(url, {
    method: request.method ?? "GET",
    headers: {
      origin: new URL(url).origin,
      ...(cookie ? { cookie } : {}),
      ...(type ? { "content-type": type } : {}),
      ...(language ? { "accept-language": language } : {}),
    },
    ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
  });
  response.statusCode = reply.status;
  response.setHeader("set-cookie", reply.headers.getSetCookie());
  response.setHeader("content-type", reply.headers.get("content-type") ?? "");
  const text = await reply.text();
  response.end(asSpecified(new URL(url).pathname.replace(/^\/api/, ""), text));
}
