import { FeedError } from "./feedError";
import type { HandedPart } from "./importMessages";
import { rowText } from "./rowText";

/** Rows of one frame: enough to be few frames, and few enough to go on. */
const rowsPerFrame = 100;
const charactersPerFrame = 250_000;

/**
 * The rows of a feed as the frames that hand them to the running server, and
 * why they ended early if they did.
 */
export async function* toFrames(
  rows: AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array> {
  let texts: string[] = [];
  let characters = 0;
  const flush = () => {
    const frame = Buffer.from(`{"rows":[${texts.join(",")}]}`);
    texts = [];
    characters = 0;
    return frame;
  };
  try {
    for await (const row of rows) {
      const text = rowText(row);
      texts.push(text);
      characters += text.length;
      if (texts.length >= rowsPerFrame || characters >= charactersPerFrame)
        yield flush();
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    yield flush();
    const part: HandedPart = { broken: error.message };
    yield Buffer.from(JSON.stringify(part));
    return;
  }
  yield flush();
}

/** The rows that such frames hand over. Throws FeedError where they broke. */
export async function* fromFrames(
  frames: AsyncIterable<Uint8Array>,
): AsyncGenerator {
  for await (const frame of frames) {
    const text = Buffer.from(frame).toString("utf8");
    const part = JSON.parse(text) as HandedPart;
    if ("broken" in part) throw new FeedError(part.broken);
    yield* part.rows;
  }
}
