import { setTimeout as pause } from "node:timers/promises";
import { FeedError } from "./feedError";
import { longestPause } from "./fetchLimits";
import type { FetchLimits } from "./fetchLimits";

export type FeedRequest = {
  url: URL;
  /** Sent to that address only, not where it redirects to. */
  headers: Readonly<Record<string, string>>;
  limits: FetchLimits;
  signal: AbortSignal;
};

/** A trouble of the network or the provider that may be gone soon. */
export class Transient extends Error {
  /** Milliseconds to wait, if the provider said so. */
  readonly wait: number | undefined;

  constructor(message: string, wait?: number) {
    super(message);
    this.wait = wait;
  }
}

/** An answer that says no, by its status. */
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
 * One answer of the provider, redirects followed: 200, 206, or 416 to a range.
 * Throws Transient when it may be asked again, FeedError when not.
 */
export async function askProvider(
  request: FeedRequest,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  let { url } = request;
  for (let left = request.limits.redirects; ; left -= 1) {
    const isSame = url.origin === request.url.origin;
    const headers = {
      "Accept-Encoding": "identity",
      ...(isSame ? request.headers : {}),
      ...more,
    };
    const response = await askOnce({ ...request, url, headers });
    const place = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || place === null)
      return checkStatus(response, "Range" in more);
    await response.body?.cancel();
    if (left === 0) throw new FeedError("The provider redirects too often");
    url = followRedirect(place, url);
  }
}

function followRedirect(place: string, from: URL): URL {
  const to = URL.canParse(place, from.href) ? new URL(place, from) : null;
  const isWeb = to?.protocol === "https:" || to?.protocol === "http:";
  const isDowngrade = from.protocol === "https:" && to?.protocol === "http:";
  if (to && isWeb && !isDowngrade) return to;
  throw new FeedError("The provider redirects to where no feed is fetched");
}

async function askOnce({
  url,
  headers,
  limits,
  signal,
}: FeedRequest): Promise<Response> {
  const address = new URL(url);
  const { username, password } = address;
  address.username = "";
  address.password = "";
  const login = [username, password].map(decodeURIComponent).join(":");
  const basic = `Basic ${Buffer.from(login).toString("base64")}`;
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), limits.answer);
  try {
    return await fetch(address, {
      redirect: "manual",
      headers: {
        ...(username === "" ? {} : { Authorization: basic }),
        ...headers,
      },
      signal: AbortSignal.any([signal, slow.signal]),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new Transient(slow.signal.aborted ? "no answer" : troubleOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** What the system says of a connection, without the address. */
export function troubleOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return "the connection failed";
  return "code" in cause && typeof cause.code === "string"
    ? cause.code
    : cause.message;
}

const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

async function checkStatus(
  response: Response,
  isRange: boolean,
): Promise<Response> {
  const { status } = response;
  if (status === 200 || (isRange && (status === 206 || status === 416)))
    return response;
  const reason = await reasonOf(response);
  const refused = new Refused(status, reason);
  if (!passing.has(status)) throw refused;
  throw new Transient(refused.message, waitOf(response));
}

function waitOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, longestPause) : undefined;
}

const longestReason = 300;

/** The provider's own words, when it gives any as `{"error": "..."}`. */
async function reasonOf(response: Response): Promise<string> {
  try {
    const said: unknown = JSON.parse(await startOf(response));
    if (typeof said !== "object" || said === null || !("error" in said))
      return response.statusText;
    return typeof said.error === "string"
      ? said.error.slice(0, longestReason)
      : response.statusText;
  } catch {
    return response.statusText;
  }
}

async function startOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const waited = pause(2000, undefined, { ref: false });
  const first = await Promise.race([reader?.read(), waited]);
  await reader?.cancel();
  return Buffer.from(first?.value ?? []).toString("utf8");
}
