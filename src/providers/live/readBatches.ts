import type { LiveEvent } from "../../../domain/liveEvent";

/** Events, and the id from which the stream can be resumed after them. */
export type Batch = { events: LiveEvent[]; id: string };

/**
 * Reads server-sent events. Events are yielded together with the id that
 * follows them; if the connection breaks before the id, they are discarded,
 * because the server sends them again.
 */
export async function* readBatches(
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
