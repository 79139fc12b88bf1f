import type { Entry, TextReader } from "./entry";
import { FeedSyntaxError } from "./entry";
import { EmptyFeed, FeedBroken, FeedError } from "./feedError";
import { chooseReader } from "./feedShape";
import type { FeedShape } from "./feedShape";
import { feedText } from "./feedText";
import type { Encodings, FeedInput } from "./feedText";
import { longestRow } from "./longestRow";

/** How a feed is to be read, and who wants to hear what it says of itself. */
export type Reading = {
  shape?: FeedShape;
  encodings?: Encodings;
  onNote?: (name: string, value: unknown) => void;
};

/**
 * The rows of a feed, one by one: of JSON, XML or CSV. Throws FeedError when
 * the text is no such feed, when it is the provider's refusal (`error` with a
 * text), or when it breaks off, after the rows before the break.
 */
export async function* readRows(
  input: FeedInput,
  { shape = {}, encodings = {}, onNote }: Reading = {},
): AsyncGenerator {
  const found: Entry[] = [];
  const take = (entry: Entry) => {
    found.push(entry);
  };
  let read: TextReader | undefined;
  let count = 0;
  let unread = 0;
  let strange: string | undefined;

  /** The rows that a piece of the text completes, also when it is broken. */
  async function* rowsOf(text: string | null): AsyncGenerator {
    if (text !== null && text.trim() !== "") read ??= chooseReader(text, shape);
    if (!read) return;
    unread += text?.length ?? 0;
    const failure = await failureOf(read, text, take);
    for (const entry of found.splice(0)) {
      unread = 0;
      if (entry.kind === "row") {
        yield entry.row;
        count += 1;
        continue;
      }
      refuseError(entry.name, entry.value);
      onNote?.(entry.name, entry.value);
      strange ??= entry.name;
    }
    if (failure) throw failure;
    if (unread > longestRow)
      throw new FeedSyntaxError(
        `more than ${longestRow} characters are no row`,
      );
  }

  try {
    for await (const text of feedText(input, encodings)) yield* rowsOf(text);
    if (!read) throw new EmptyFeed();
    yield* rowsOf(null);
  } catch (error) {
    if (!(error instanceof FeedSyntaxError)) throw error;
    throw new FeedBroken(
      `The feed is broken after row ${count}: ${error.message}`,
      { cause: error },
    );
  }
  if (count === 0 && strange !== undefined && !shape.rows)
    throw new FeedError(`The feed has no rows: it has "${strange}"`);
}

async function failureOf(
  read: TextReader,
  text: string | null,
  take: (entry: Entry) => void,
): Promise<Error | undefined> {
  try {
    await read(text, take);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** How providers say no: an `error`, with a reason, in place of rows. */
function refuseError(name: string, value: unknown): void {
  const isNone = value === null || value === false || value === "";
  if (name.toLowerCase() !== "error" || isNone) return;
  throw new FeedError(
    `The provider answered with an error: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
}
