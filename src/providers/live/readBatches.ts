import type { LiveEvent } from "../../../domain/liveEvent";

/** Events, and the id after which the next ones come. */
export type Batch = { events: LiveEvent[]; id: string };

/**
 * Reads server-sent events. They are given only together with the id behind
 * them: of a batch that broke off nothing is taken, and all of it comes again.
 */
export async function* readBatches(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Batch> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let events: LiveEvent[] = [];
  for (;;) {
    const part: ReadableStreamReadResult<Uint8Array> = await reader.read();
    if (part.done) return;
    const blocks = (text + decoder.decode(part.value, { stream: true })).split(
      "\n\n",
    );
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const { event, data, id } = fieldsOf(block);
      if (event && data)
        // The server has checked it by the schema of the call.
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
    const at = line.indexOf(": ");
    return [line.slice(0, at), line.slice(at + 2)] as const;
  });
  return Object.fromEntries(fields);
}
