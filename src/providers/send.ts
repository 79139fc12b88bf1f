import type { ErrorReply } from "../../generated/schemas";
import { CallError, type CallProblem } from "./CallError";
import { fieldTexts } from "./fieldTexts";
import { noteServerTime } from "./serverClock";

/** A screen says within this many milliseconds that a call has failed. */
const patience = 10_000;

export type Call = {
  url: string;
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Hears the headers of a reply that is taken. */
  onHeaders?: (headers: Headers) => void;
};

/**
 * Sends one call with the session's cookies and gives its reply. Throws a
 * `CallError` for a refusal, `{ success: false }` or an error field in a 200
 * among them, and for no answer within ten seconds.
 */
export async function send(call: Call): Promise<unknown> {
  const { response, text } = await reach(call);
  noteServerTime(response.headers.get("date"));
  const reply = parse(text);
  const isUnreadable = reply === undefined;
  if (response.ok && !isUnreadable && !isRefusal(reply)) {
    call.onHeaders?.(response.headers);
    return reply;
  }
  const refusal = (reply ?? {}) as Partial<ErrorReply> & {
    problems?: CallProblem[];
  };
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new CallError({
    status: response.status,
    code: refusal.messageCode ?? errorField(reply) ?? "internal",
    message: refusal.message,
    errors: fieldTexts(reply, response.status),
    current: refusal.current,
    problems: refusal.problems,
    retryAfter: Number.isNaN(seconds) ? undefined : seconds,
  });
}

async function reach({ url, method, body, signal, headers }: Call) {
  const limit = AbortSignal.timeout(patience);
  try {
    const response = await fetch(url, {
      method: method ?? "GET",
      credentials: "include",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError({
      status: 0,
      code: limit.aborted ? "timeout" : "network",
    });
  }
}

/** The reply; undefined when it is not JSON, such as a proxy's error page. */
function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The error field that some servers put into a successful reply. */
function errorField(reply: unknown): string | undefined {
  if (typeof reply !== "object" || reply === null) return undefined;
  const { error } = reply as { error?: unknown };
  return typeof error === "string" && error !== "" ? error : undefined;
}

function isRefusal(reply: unknown): boolean {
  if (typeof reply !== "object" || reply === null) return false;
  const { success } = reply as { success?: unknown };
  return success === false || errorField(reply) !== undefined;
}
