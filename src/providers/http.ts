import { CallError } from "./CallError";
import { loadConfiguration } from "./configuration";
import { refreshOnce } from "./refresh";
import { send, type Call } from "./send";
import { sessionExpired } from "./events";

export { CallError } from "./CallError";

export type RequestOptions = {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Hears the headers of the reply. */
  onHeaders?: (headers: Headers) => void;
  /** A call of the sign-in itself: on the auth base, and never refreshed. */
  isAuth?: boolean;
};

/** An answer that nobody took by then is too old to be shown. */
const earlyLifetime = 10_000;
const early = new Map<string, Promise<unknown>>();

type ReadReply = (path: string, reply: unknown) => unknown;

let readReply: ReadReply = (_path, reply) => reply;

/** Has every reply from now on read so, whose server writes it its own way. */
export function readRepliesBy(read: ReadReply): void {
  readReply = read;
}

const addressOf = (path: string, query: RequestOptions["query"]) =>
  query ? `${path}?${new URLSearchParams(query).toString()}` : path;

/**
 * Calls the API and gives its reply. On 401 the session is refreshed once for
 * all waiting calls and each is sent once more; when it cannot be refreshed,
 * `sessionExpired` is raised. Throws a `CallError` for every refusal, also one
 * inside a 200, and an AbortError when `signal` ends the call.
 *
 * @example
 * const { options } = await request<OptionsReply>("/auction/model", {
 *   query: { id: "1" },
 *   signal,
 * });
 */
export async function request<Reply>(
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  const { query, isAuth = false, ...rest } = options;
  const address = addressOf(path, query);
  const begun = rest.method ? undefined : early.get(address);
  early.delete(address);
  if (begun) return (await begun) as Reply;

  const { apiBase, authBase } = await loadConfiguration();
  const call: Call = { url: (isAuth ? authBase : apiBase) + address, ...rest };
  if (isAuth) return (await send(call)) as Reply;
  const reply = await sendWithSession(call, apiBase);
  return readReply(path, reply) as Reply;
}

async function sendWithSession(call: Call, apiBase: string): Promise<unknown> {
  const sentAt = Date.now();
  try {
    return await send(call);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    await refreshOnce({ apiBase, sentAt });
    return sendAgain(call);
  }
}

/** Refused again right after a refresh: somebody ended the session. */
async function sendAgain(call: Call): Promise<unknown> {
  try {
    return await send(call);
  } catch (error) {
    if (error instanceof CallError && error.status === 401)
      sessionExpired.emit();
    throw error;
  }
}

/**
 * Begins a GET before the screen that wants it is loaded. The next `request`
 * for the same address takes this answer instead of calling again.
 */
export function requestEarly(
  path: string,
  query?: Record<string, string>,
): void {
  const address = addressOf(path, query);
  const begun = request(path, { query });
  const forget = () => early.delete(address);
  early.set(address, begun);
  begun.catch(forget);
  setTimeout(forget, earlyLifetime);
}
