import { FeedError } from "./feedError";
import { itemReader } from "./itemReader";
import type { Item } from "./itemReader";

export type FeedInput = AsyncIterable<Uint8Array>;

/**
 * The rows of a JSON feed, one by one: the entries of an array, or of an object
 * whose keys are numbers. Throws FeedError when the text is no such feed, when
 * it is the provider's refusal (`{"error": "..."}`), or when it breaks off,
 * after the rows before the break.
 */
export async function* readRows(input: FeedInput): AsyncGenerator {
  const decoder = new TextDecoder();
  let read: ((text: string | null) => Item[]) | undefined;
  let count = 0;

  /** One piece for each row, roughly: a broken piece loses no other's row. */
  function* itemsOf(text: string): Generator<Item> {
    for (const piece of text.split(/(?<=\})/)) {
      read ??= chooseReader(piece);
      if (read) yield* read(piece);
    }
  }

  try {
    for await (const chunk of input) {
      for (const item of itemsOf(decoder.decode(chunk, { stream: true }))) {
        yield rowOf(item);
        count += 1;
      }
    }
    for (const item of itemsOf(decoder.decode())) yield rowOf(item);
    if (!read) throw new FeedError("The feed is empty");
    for (const item of read(null)) yield rowOf(item);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    throw new FeedError(
      `The feed is broken after row ${count}: ${error.message}`,
      { cause: error },
    );
  }
}

/** By the first character that is no space, which tells the feed's shape. */
function chooseReader(text: string) {
  const [first] = text.trimStart();
  if (first === undefined) return undefined;
  if (first === "[" || first === "{") return itemReader(first);
  throw new FeedError(`The feed is not JSON: it begins with "${first}"`);
}

/** What the parser says of text that is no JSON. */
const isSyntaxError = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith("Parser ");

function rowOf({ key, value }: Item): unknown {
  if (typeof key === "number" || /^\d+$/.test(key)) return value;
  if (key === "error")
    throw new FeedError(
      `The provider answered with an error: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
  throw new FeedError(
    `The feed is neither an array of rows nor rows under numbers: it has "${key}"`,
  );
}
