import { vi } from "vitest";
import type { LiveEvent } from "../../../../domain/liveEvent";

type Connection = { after: string | null; send: (text: string) => void };

/** Events and the id behind them, as the server writes them. */
export const written = (id: number, ...events: LiveEvent[]): string =>
  [
    ...events.map(
      ({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
    ),
    `id: ${id}\n\n`,
  ].join("");

/**
 * Replaces `fetch` by a server with or without a stream of changes, and gives
 * the browser locks. Returns the stream connections, newest last, and all other
 * calls.
 */
export function liveServer({
  hasStream = true,
  refuse = () => new Response(null, { status: 404 }),
  answer = () => Response.json({ success: true }),
}: {
  hasStream?: boolean | (() => boolean);
  /** Answers calls of the stream while the server has no stream. */
  refuse?: () => Response;
  /** Answers all other calls. */
  answer?: (path: string) => Response | Promise<Response>;
} = {}) {
  const connections: (Connection & { cut: () => void })[] = [];
  const calls: string[] = [];
  vi.stubGlobal("fetch", (address: string, options: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    if (url.pathname === "/config.json")
      return Promise.resolve(new Response(null, { status: 404 }));
    calls.push(url.pathname);
    if (url.pathname !== "/api/live")
      return Promise.resolve(answer(url.pathname));
    if (!(typeof hasStream === "function" ? hasStream() : hasStream))
      return Promise.resolve(refuse());
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        options.signal?.addEventListener("abort", () => {
          controller.error(new Error("aborted"));
        });
        connections.push({
          after: url.searchParams.get("after"),
          send: (text) => {
            controller.enqueue(encoder.encode(text));
          },
          cut: () => {
            controller.error(new Error("cut"));
          },
        });
      },
    });
    const headers = { "content-type": "text/event-stream" };
    return Promise.resolve(new Response(body, { headers }));
  });
  stubLocks();
  return { connections, calls };
}

/** One holder at a time, in the order they came. */
function stubLocks(): void {
  let last: Promise<unknown> = Promise.resolve();
  const request = (
    _name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<void>,
  ) => {
    const turn = last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  Object.defineProperty(navigator, "locks", {
    value: { request },
    configurable: true,
  });
}

/** Sets the visibility that the browser reports for the tab. */
export function tabIs(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", {
    value: state,
    configurable: true,
  });
  document.dispatchEvent(new Event("visibilitychange"));
}
