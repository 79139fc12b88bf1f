import { vi } from "vitest";

type Answer = { status?: number; body?: unknown; headers?: HeadersInit };
type Handler = (call: {
  path: string;
  query: URLSearchParams;
  method: string;
  body: unknown;
  headers: Headers;
  keepalive: boolean;
}) => Answer | Promise<Answer>;

/**
 * Replaces `fetch` by `handle`, which answers in place of the server. Returns
 * the list of calls, which grows with each call.
 */
export function fakeServer(handle: Handler): string[] {
  const calls: string[] = [];
  vi.stubGlobal(
    "fetch",
    async (address: string, options: RequestInit = {}): Promise<Response> => {
      const url = new URL(address, location.origin);
      const method = options.method ?? "GET";
      if (url.pathname === "/config.json")
        return new Response(null, { status: 404 });
      calls.push(`${method} ${url.pathname}${url.search}`);
      const { signal } = options;
      signal?.throwIfAborted();
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => {
          reject(signal.reason as Error);
        });
      });
      const answerCall = async () =>
        handle({
          path: url.pathname,
          query: url.searchParams,
          method,
          headers: new Headers(options.headers),
          keepalive: options.keepalive ?? false,
          body:
            typeof options.body === "string"
              ? (JSON.parse(options.body) as unknown)
              : undefined,
        });
      const answer = await Promise.race([answerCall(), aborted]);
      return new Response(JSON.stringify(answer.body ?? { success: true }), {
        status: answer.status ?? 200,
        headers: answer.headers,
      });
    },
  );
  return calls;
}

/** A refusal as the server writes it. */
export const refusal = (
  status: number,
  messageCode: string,
  more: {
    errors?: Record<string, string[]>;
    message?: string;
    current?: Record<string, unknown>;
  } = {},
): Answer => ({
  status,
  body: {
    success: false,
    messageCode,
    message: messageCode,
    requestId: "be611824-0c1f-4f0a-9d1b-6a7c1f0f3a55",
    ...more,
  },
});
