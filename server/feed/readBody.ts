import { Transient, troubleOf } from "./askProvider";
import type { FeedRequest } from "./askProvider";
import { FeedError } from "./feedError";

/**
 * The bytes of an answer. Throws Transient when the connection breaks or falls
 * silent; only the time that is waited for bytes counts as silence.
 */
export async function* readBody(
  response: Response,
  { limits, signal }: Pick<FeedRequest, "limits" | "signal">,
): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> =
    response.body.getReader();
  try {
    for (;;) {
      const chunk = await readChunk(reader, limits.silence, signal);
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    // A body that broke cannot be cancelled any more, which is no matter.
    await reader.cancel().catch(() => undefined);
  }
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silence: number,
  signal: AbortSignal,
) {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Transient("nothing came")), silence);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Transient || error instanceof FeedError) throw error;
    throw new Transient(`the connection broke (${troubleOf(error)})`);
  } finally {
    clearTimeout(timer);
  }
}
