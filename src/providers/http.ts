import { callAddress } from "../../domain/callAddress";
import { CallError, isUnauthorized } from "./CallError";
import { loadConfiguration } from "./configuration";
import { forgetEarlyResponses } from "./earlyResponses";
import { sessionExpired } from "./events";
import { isReadOnly } from "./storage";
import { awaitEarlyRefresh, markRefreshes, refreshOnce } from "./refresh";
import { beforeDeadline, send, startDeadline, type Call } from "./send";

export { CallError } from "./CallError";

export type RequestOptions = Omit<Call, "url" | "method" | "deadline"> & {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string>;
  /** A sign-in call: sent to the auth base, and a 401 refreshes no session. */
  isAuth?: boolean;
  /** Whether the call changes nothing; by default GET and HEAD. */
  isRead?: boolean;
  /** The time until the call has failed; by default ten seconds. */
  timeoutMs?: number;
};

/** A prefetched reply that is older than this is not shown. */
const prefetchLifetimeMs = 10_000;
const prefetched = new Map<
  string,
  Promise<{ reply: unknown; headers: Headers }>
>();

type ReadReply = (path: string, reply: unknown) => unknown;

let readReply: ReadReply = (_path, reply) => reply;

/** Passes every later reply through `read`, for servers with other shapes. */
export function readRepliesBy(read: ReadReply): void {
  readReply = read;
}

/**
 * Calls the API and returns the reply. On a 401 it refreshes the session, once
 * for all waiting calls, and repeats the call. If that fails too, it announces
 * `sessionExpired`. Throws a `CallError` for every refusal and at the deadline,
 * refresh included, and an AbortError when `signal` aborts the call. A
 * read-only page refuses calls that change data.
 *
 * @example
 * const { options } = await request<OptionsReply>("/ports/cities", {
 *   query: { id: "1" },
 *   signal,
 * });
 */
export async function request<Reply>(
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  const { query, isAuth = false, isRead, timeoutMs, ...rest } = options;
  if (isReadOnly() && !(isRead ?? isReading(rest.method)))
    throw new CallError({ status: 403, code: "read_only" });
  const address = callAddress(path, query);
  const early = rest.method ? undefined : prefetched.get(address);
  prefetched.delete(address);
  if (early) {
    const { reply, headers } = await early;
    options.onHeaders?.(headers);
    return reply as Reply;
  }

  const deadline = startDeadline(timeoutMs);
  const { apiBase, authBase } = await beforeDeadline(
    deadline,
    loadConfiguration(),
  );
  const base = isAuth ? authBase : apiBase;
  const call = { url: base + address, deadline, ...rest };
  if (isAuth) return (await send(call)) as Reply;
  const reply = await sendProved(call, apiBase);
  return readReply(path, reply) as Reply;
}

const isReading = (method = "GET"): boolean =>
  method === "GET" || method === "HEAD";

type SessionCall = Call & { deadline: AbortSignal };

/** Asks the user for a proof; resolves to whether it was given. */
type AskProof = () => Promise<boolean>;

let askProof: AskProof = () => Promise.resolve(false);

/** Sets how a call asks for the recent proof of the user that the server demands. */
export function proveBy(ask: AskProof): void {
  askProof = ask;
}

/** Sends a call. If it needs a recent proof of the user, it asks for it and sends again. */
async function sendProved(
  call: SessionCall,
  apiBase: string,
): Promise<unknown> {
  try {
    return await sendWithSession(call, apiBase);
  } catch (error) {
    const isUnproved =
      error instanceof CallError && error.code === "step_up_required";
    if (!isUnproved || !(await askProof())) throw error;
    return sendWithSession({ ...call, deadline: startDeadline() }, apiBase);
  }
}

async function sendWithSession(
  call: SessionCall,
  apiBase: string,
): Promise<unknown> {
  const mark = markRefreshes();
  try {
    await beforeDeadline(call.deadline, awaitEarlyRefresh(apiBase));
    return await send(call);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  // Other calls may need the refresh, so it goes on after this deadline.
  await beforeDeadline(call.deadline, refreshOnce({ apiBase, mark }));
  try {
    return await send(call);
  } catch (error) {
    // Refused right after a refresh: the session was ended on the server.
    if (isUnauthorized(error)) sessionExpired.emit();
    throw error;
  }
}

/**
 * Starts a GET before the screen that needs it is loaded. The next `request`
 * for the same address takes this reply instead of sending another call.
 */
export function requestEarly(
  path: string,
  query?: Record<string, string>,
): void {
  const address = callAddress(path, query);
  let headers = new Headers();
  const onHeaders = (received: Headers) => {
    headers = received;
  };
  const reply = request(path, { query, onHeaders }).then((body) => ({
    reply: body,
    headers,
  }));
  const forget = () => {
    if (prefetched.get(address) === reply) prefetched.delete(address);
  };
  prefetched.set(address, reply);
  reply.catch(forget);
  setTimeout(forget, prefetchLifetimeMs);
}

/** Drops prefetched replies: the next user must not see them. */
export function forgetPrefetched(): void {
  prefetched.clear();
  forgetEarlyResponses();
}
