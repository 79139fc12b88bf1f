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
 * The outside world: stands in for `fetch` and answers as a server would.
 * Returns the addresses that were asked for.
 */
export function fakeServer(handle: Handler): string[] {
  const asked: string[] = [];
  vi.stubGlobal(
    "fetch",
    async (address: string, options: RequestInit = {}): Promise<Response> => {
      const url = new URL(address, location.origin);
      const method = options.method ?? "GET";
      if (url.pathname === "/config.json")
        return new Response(null, { status: 404 });
      asked.push(`${method} ${url.pathname}${url.search}`);
      options.signal?.throwIfAborted();
      const answer = await handle({
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
      return new Response(JSON.stringify(answer.body ?? { success: true }), {
        status: answer.status ?? 200,
        headers: answer.headers,
      });
    },
  );
  return asked;
}

/** A refusal as the server writes it. */
export const refusal = (
  status: number,
  messageCode: string,
  more: { errors?: Record<string, string[]>; message?: string } = {},
): Answer => ({
  status,
  body: { success: false, messageCode, message: messageCode, ...more },
});
