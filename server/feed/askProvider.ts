import { setTimeout as pause } from "node:timers/promises";
import type { Response } from "undici";
import { FeedError } from "./feedError";
import {
  assertPublicHost,
  lookupPublic,
  PrivateAddress,
} from "../platform/outbound";

/** The limits of a download; times are milliseconds. */
export type FetchLimits = {
  /** Time until the response begins. */
  answer: number;
  /** Time without a byte. */
  silence: number;
  /** Time for the whole feed. */
  whole: number;
  bytes: number;
  redirects: number;
  /** Consecutive attempts without progress. */
  tries: number;
  /** Time before the second attempt; doubled before each further attempt. */
  pause: number;
};

const second = 1000;

export const defaultLimits: FetchLimits = {
  answer: 30 * second,
  silence: 30 * second,
  whole: 6 * 3600 * second,
  bytes: 8_000_000_000,
  redirects: 5,
  tries: 5,
  pause: second,
};

/** The longest pause between attempts, whatever Retry-After says. */
export const longestPause = 60 * second;

export type FeedRequest = {
  url: URL;
  /** Sent to the origin of `url` only, never to a redirect's target. */
  headers: Readonly<Record<string, string>>;
  limits: FetchLimits;
  signal: AbortSignal;
  /** Whether `url` must be public as well, because no setting contains it. */
  isPublicOnly?: boolean;
};

/** An error of the network or the provider that a later attempt may avoid. */
export class Transient extends Error {
  /** Milliseconds to wait, from Retry-After. */
  readonly wait: number | undefined;

  constructor(message: string, wait?: number) {
    super(message);
    this.wait = wait;
  }
}

/** A response with an error status. */
export class Refused extends FeedError {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(
      `The provider answered ${status}${reason === "" ? "" : `: ${reason}`}`,
    );
    this.status = status;
  }
}

/**
 * Requests a feed and follows redirects. Returns the response with status 200,
 * or 206 and 416 for a request with `Range`. Only the origin of `url` may be in a
 * private network, and only without `isPublicOnly`. Throws Transient when a retry may help,
 * otherwise FeedError.
 */
export async function askProvider(
  request: FeedRequest,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> {
  let { url } = request;
  for (let left = request.limits.redirects; ; left -= 1) {
    const isOwn = url.origin === request.url.origin;
    const headers = {
      "Accept-Encoding": "identity",
      ...(isOwn ? request.headers : {}),
      ...extraHeaders,
    };
    const isTrusted = !request.isPublicOnly && isOwn;
    const response = await askOnce({ ...request, url, headers, isTrusted });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null)
      return checkStatus(response, "Range" in extraHeaders);
    await response.body?.cancel();
    if (left === 0) throw new FeedError("The provider redirects too often");
    url = redirectTarget(location, url);
  }
}

function redirectTarget(location: string, from: URL): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const isWeb = to?.protocol === "https:" || to?.protocol === "http:";
  const isDowngrade = from.protocol === "https:" && to?.protocol === "http:";
  if (to && isWeb && !isDowngrade) return to;
  throw new FeedError("The provider redirects to an unsupported address");
}

/** The HTTP client is loaded for the first download, because it takes 5 MB. */
async function loadClient() {
  const { Agent, fetch } = await import("undici");
  const agent = new Agent({ connect: { lookup: lookupPublic } });
  return { fetch, publicAgent: agent };
}

let loading: ReturnType<typeof loadClient> | undefined;

async function askOnce({
  url,
  headers,
  limits,
  signal,
  isTrusted,
}: FeedRequest & {
  /** Whether the operator configured this origin. */
  isTrusted: boolean;
}): Promise<Response> {
  const address = new URL(url);
  const { username, password } = address;
  address.username = "";
  address.password = "";
  const login = [username, password].map(decodeURIComponent).join(":");
  const basic = `Basic ${Buffer.from(login).toString("base64")}`;
  const { fetch, publicAgent } = await (loading ??= loadClient());
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limits.answer);
  try {
    if (!isTrusted) assertPublicHost(url);
    return await fetch(address, {
      redirect: "manual",
      headers: {
        ...(username === "" ? {} : { Authorization: basic }),
        ...headers,
      },
      signal: AbortSignal.any([signal, timeout.signal]),
      ...(isTrusted ? {} : { dispatcher: publicAgent }),
    });
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? (error.cause ?? error) : undefined;
    if (cause instanceof PrivateAddress)
      throw new FeedError("The provider is in a private network");
    throw new Transient(
      timeout.signal.aborted ? "no answer" : networkReason(error),
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the system's reason for a failed connection, without the address. */
export function networkReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return "the connection failed";
  return "code" in cause && typeof cause.code === "string"
    ? cause.code
    : cause.message;
}

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

async function checkStatus(
  response: Response,
  isRange: boolean,
): Promise<Response> {
  const { status } = response;
  if (status === 200 || (isRange && (status === 206 || status === 416)))
    return response;
  const refused = new Refused(status, await reasonOf(response));
  if (!transientStatuses.has(status)) throw refused;
  throw new Transient(refused.message, retryAfter(response));
}

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return seconds >= 0 ? Math.min(seconds * second, longestPause) : undefined;
}

const longestReason = 300;

/** Returns the `error` text of a JSON reply, else the status text. */
async function reasonOf(response: Response): Promise<string> {
  try {
    const reply: unknown = JSON.parse(await firstChunk(response));
    if (typeof reply !== "object" || reply === null || !("error" in reply))
      return response.statusText;
    return typeof reply.error === "string"
      ? reply.error.slice(0, longestReason)
      : response.statusText;
  } catch {
    return response.statusText;
  }
}

async function firstChunk({ body }: Response): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined =
    body?.getReader();
  try {
    const timeout = pause(2 * second, undefined, { ref: false });
    const first = await Promise.race([reader?.read(), timeout]);
    return Buffer.from(first?.value ?? []).toString("utf8");
  } finally {
    await reader?.cancel();
  }
}
