import type { ErrorReply } from "../../generated/schemas";
import { CallError, type CallProblem } from "./CallError";
import { changeHeaders, hasChangeNumber, noteChangeOf } from "./changeNumber";
import { takeEarlyResponse } from "./earlyResponses";
import { unreachedStore } from "./events";
import { noteServerTime } from "./serverClock";
import { isFields } from "../../domain/formats";

/** After this time without a reply a call fails and the screen says so. */
const usualTimeoutMs = 10_000;

/** Returns a signal that aborts when a call that starts now must have failed. */
export const startDeadline = (timeoutMs = usualTimeoutMs): AbortSignal =>
  AbortSignal.timeout(timeoutMs);

const timedOut = () => new CallError({ status: 0, code: "timeout" });

/** Returns the result of `work`; throws a `CallError` at the deadline. */
export function beforeDeadline<Result>(
  deadline: AbortSignal,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      reject(timedOut());
    };
    if (deadline.aborted) fail();
    deadline.addEventListener("abort", fail);
    work.then(resolve, reject).finally(() => {
      deadline.removeEventListener("abort", fail);
    });
  });
}

/** Sends a request as `fetch` does. */
export type Transport = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    signal: AbortSignal;
  },
) => Promise<Response>;

export type Call = {
  url: string;
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  /** When the call must have failed; ten seconds from now if it is omitted. */
  deadline?: AbortSignal;
  headers?: Record<string, string>;
  /** The browser finishes the call even when the page is closed. */
  keepalive?: boolean;
  /** Sends the request instead of `fetch`, for a file whose progress is shown. */
  transport?: Transport;
  /** Reads the body of a successful reply that is not JSON. */
  readBody?: (response: Response) => Promise<unknown>;
  /** Receives the headers of a successful reply. */
  onHeaders?: (headers: Headers) => void;
};

/**
 * Sends one call with the session's cookies and returns the parsed reply.
 * Throws a `CallError` for a refusal (also for `{ success: false }` or an
 * `error` field in a 200), for a reply that is not JSON, and at the deadline.
 * Throws the AbortError of `signal` when the caller aborts.
 */
export async function send(call: Call): Promise<unknown> {
  const { response, body } = await exchange(call);
  noteChangeOf(response.headers);
  const reply = typeof body === "string" ? parse(body) : body;
  if (response.ok && reply !== undefined && !isRefusal(reply)) {
    call.onHeaders?.(response.headers);
    return reply;
  }
  const refusal = (reply ?? {}) as Partial<ErrorReply> & {
    problems?: CallProblem[];
  };
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new CallError({
    status: response.status,
    code: refusal.messageCode ?? errorField(reply) ?? "internal",
    message: refusal.message,
    errors: fieldTexts(reply, response.status),
    current: refusal.current,
    changed: refusal.changed,
    problems: refusal.problems,
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}

async function exchange(
  call: Call,
): Promise<{ response: Response; body: unknown }> {
  const read = async (response: Response) => ({
    response,
    body:
      call.readBody && response.ok
        ? await call.readBody(response)
        : await response.text(),
  });
  const { url, method = "GET", body, signal, headers, keepalive } = call;
  const { deadline = startDeadline() } = call;
  const isPlain = method === "GET" && !headers && !hasChangeNumber();
  const early = isPlain ? takeEarlyResponse(url) : undefined;
  try {
    if (early) {
      // It has arrived at an unknown time before, so it does not set the clock.
      return await read(await beforeDeadline(deadline, early));
    }
    const sentAt = Date.now();
    const response = await (call.transport ?? fetch)(url, {
      method,
      keepalive,
      credentials: "include",
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      headers: {
        accept: "application/json",
        // The language of the page, which may not be that of the browser.
        "accept-language": document.documentElement.lang || "en",
        ...(method === "GET" ? changeHeaders() : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    noteServerTime(response.headers.get("date"), sentAt);
    unreachedStore.set(false);
    return await read(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (deadline.aborted) throw timedOut();
    unreachedStore.set(true);
    throw new CallError({ status: 0, code: "network" });
  }
}

/** Returns undefined for text that is not JSON, such as a proxy's error page. */
function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the `error` field that some servers put into a successful reply. */
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

type Texts = Record<string, string[]>;

/** The properties of a refusal; all others may be fields. */
const notFields: Readonly<Record<keyof ErrorReply | "error", true>> = {
  success: true,
  message: true,
  messageCode: true,
  requestId: true,
  errors: true,
  current: true,
  changed: true,
  problems: true,
  error: true,
};

/**
 * Returns the error texts by field from the reply of a refused call. Servers
 * put them under `errors`. In a 422 some put the fields directly into the
 * reply, with one or several texts each.
 */
export function fieldTexts(reply: unknown, status: number): Texts {
  const errors = isFields(reply) ? reply.errors : undefined;
  const fields = errors ?? (status === 422 ? reply : undefined);
  if (!isFields(fields)) return {};
  const texts: Texts = {};
  for (const [field, value] of Object.entries(fields)) {
    const list = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
      (text) => typeof text === "string",
    );
    if (!Object.hasOwn(notFields, field) && list.length > 0)
      texts[field] = list;
  }
  return texts;
}
