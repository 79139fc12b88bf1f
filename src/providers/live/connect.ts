import type { LiveEvent } from "../../../domain/liveEvent";
import { loadConfiguration } from "../configuration";
import { markRefreshes, refreshOnce } from "../refresh";

/** The server sends something every 20 s; after this silence it is lost. */
const maxSilenceMs = 50_000;

/** Events, and the change number after them, from which the stream can be resumed. */
export type Batch = { events: LiveEvent[]; id: string };

/**
 * - `refused`: no connection now, or a proxy answered instead; try again later
 * - `ended`: the stream was open and can be resumed at once
 */
export type Outcome = "refused" | "ended";

/**
 * Reads the live stream until it ends, starting with the events after the change number
 * `after`. An expired session is refreshed, as for any other call. However it
 * ends, the connection is closed.
 */
export async function connect(options: {
  after: string | undefined;
  signal: AbortSignal;
  onBatch: (batch: Batch) => void;
}): Promise<Outcome> {
  const { after, signal, onBatch } = options;
  const { apiBase } = await loadConfiguration();
  const connection = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connection.abort();
    }, maxSilenceMs);
  };
  const mark = markRefreshes();
  restartTimer();
  let isOpen = false;
  try {
    const response = await fetch(
      `${apiBase}/live${after === undefined ? "" : `?after=${after}`}`,
      {
        credentials: "include",
        headers: { accept: "text/event-stream" },
        signal: AbortSignal.any([signal, connection.signal]),
      },
    );
    if (response.status === 401) {
      await refreshOnce({ apiBase, mark });
      return "ended";
    }
    if (!isStream(response) || !response.body) return "refused";
    for await (const batch of readBatches(response.body)) {
      if (signal.aborted) break;
      isOpen = true;
      restartTimer();
      onBatch(batch);
    }
  } catch {
    // Cut off, refused or aborted: the caller decides whether to reconnect.
  } finally {
    clearTimeout(timer);
    connection.abort();
  }
  return isOpen ? "ended" : "refused";
}

/** A proxy may answer any address with its own HTML page. */
const isStream = ({ ok, headers }: Response): boolean =>
  ok && (headers.get("content-type") ?? "").startsWith("text/event-stream");

/**
 * Reads server-sent events. Events are yielded together with the id that
 * follows them; if the connection breaks before the id, they are discarded,
 * because the server sends them again.
 */
async function* readBatches(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Batch> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let events: LiveEvent[] = [];
  for (;;) {
    const chunk: ReadableStreamReadResult<Uint8Array> = await reader.read();
    if (chunk.done) return;
    text += decoder.decode(chunk.value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const { event, data, id } = fieldsOf(block);
      if (event && data)
        // The server validates events by the schema of GET /live.
        events.push({
          name: event,
          data: JSON.parse(data) as unknown,
        } as LiveEvent);
      if (!id) continue;
      yield { events, id };
      events = [];
    }
  }
}

function fieldsOf(block: string): Record<string, string | undefined> {
  const fields = block.split("\n").map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  return Object.fromEntries(fields);
}
