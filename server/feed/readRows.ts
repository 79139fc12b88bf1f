import { csvReader } from "./csvReader";
import { FeedSyntaxError, longestRow } from "./entry";
import type { Entry, TextReader } from "./entry";
import { EmptyFeed, FeedBroken, FeedError } from "./feedError";
import type { FeedMapping } from "./feedMapping";
import { feedText } from "./feedText";
import type { Encodings, FeedInput } from "./feedText";
import { jsonReader } from "./jsonReader";
import { xmlReader } from "./xmlReader";

export type Format = FeedMapping["formats"][number];

export const formats: readonly Format[] = ["json", "xml", "csv"];

/** The known properties of a feed's text. */
type FeedShape = Partial<Pick<FeedMapping, "formats" | "rows" | "csv">> & {
  /** The operator's choice, which overrides every other hint. */
  format?: Format | undefined;
  contentType?: string;
};

/** Options for reading a feed. */
export type Reading = {
  shape?: FeedShape;
  encodings?: Encodings;
  /** Gets the values that stand beside the rows, such as a total. */
  onNote?: (name: string, value: unknown) => void;
};

/**
 * Yields the rows of a JSON, XML or CSV feed. Throws FeedError when the text is
 * in another format, when the provider answers with an `error`, and when the
 * text breaks off, after the rows that precede the break.
 */
export async function* readRows(
  input: FeedInput,
  { shape = {}, encodings = {}, onNote }: Reading = {},
): AsyncGenerator {
  const found: Entry[] = [];
  const onEntry = (entry: Entry) => {
    found.push(entry);
  };
  let read: TextReader | undefined;
  let count = 0;
  let unread = 0;
  let firstNote: string | undefined;

  /** Yields the rows that the text completes, also before a syntax error. */
  async function* rowsOf(text: string | null): AsyncGenerator {
    if (text !== null && text.trim() !== "") read ??= chooseReader(text, shape);
    if (!read) return;
    unread += text?.length ?? 0;
    const failure = await failureOf(read, text, onEntry);
    for (const entry of found.splice(0)) {
      unread = 0;
      if (entry.kind === "row") {
        yield entry.row;
        count += 1;
        continue;
      }
      throwIfError(entry.name, entry.value);
      onNote?.(entry.name, entry.value);
      firstNote ??= entry.name;
    }
    if (failure) throw failure;
    if (unread > longestRow)
      throw new FeedSyntaxError(
        `more than ${longestRow} characters without a row`,
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
  if (count === 0 && firstNote !== undefined && !shape.rows)
    throw new FeedError(`The feed has no rows, only "${firstNote}"`);
}

async function failureOf(
  read: TextReader,
  text: string | null,
  onEntry: (entry: Entry) => void,
): Promise<Error | undefined> {
  try {
    await read(text, onEntry);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Providers refuse a request with an `error` in place of rows. */
function throwIfError(name: string, value: unknown): void {
  const isEmpty = value === null || value === false || value === "";
  if (name.toLowerCase() !== "error" || isEmpty) return;
  throw new FeedError(
    `The provider answered with an error: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
}

/**
 * Returns the reader for a text that begins with `text`. The operator's format
 * decides, then a Content-Type of CSV, then the first character. Throws
 * FeedError for a format that the mapping does not allow.
 */
function chooseReader(text: string, shape: FeedShape): TextReader {
  switch (formatOf(text.trimStart().charAt(0), shape)) {
    case "json":
      return jsonReader(shape.rows?.json);
    case "xml":
      return xmlReader(shape.rows?.xml);
    case "csv":
      return csvReader(shape.csv ?? {});
  }
}

function formatOf(first: string, shape: FeedShape): Format {
  const { format, contentType = "" } = shape;
  const allowed = format ? [format] : (shape.formats ?? formats);
  const isCsv = format === "csv" || contentType.startsWith("text/csv");
  if (isCsv && allowed.includes("csv")) return "csv";
  const detected = first === "<" ? "xml" : /[[{]/.test(first) ? "json" : "csv";
  // Providers of any format may send an error as a JSON object.
  if (allowed.includes(detected) || first === "{") return detected;
  const names = allowed.map((name) => name.toUpperCase()).join(" or ");
  throw new FeedError(`The feed is not ${names}: it begins with "${first}"`);
}
