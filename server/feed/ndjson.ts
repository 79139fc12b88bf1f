import type { Readable } from "node:stream";
import { rowText } from "./entry";
import { FeedError } from "./feedError";
import type { ImportProgress, ImportResult } from "./importResult";

export const ndjsonType = "application/x-ndjson";

/** A line of the server's reply. Every line after "progress" is the last. */
export type ServerMessage =
  | { kind: "progress"; progress: ImportProgress }
  | { kind: "done"; result: unknown }
  /** Not started: unknown feed, area or command, or unreadable input. */
  | { kind: "refused"; reason: string }
  /** Started, but not finished. */
  | { kind: "broken"; reason: string; result: ImportResult }
  /** Unexpected error; the log of the server has the details. */
  | { kind: "failed" };

/** A line of the command's request. */
type FeedLine = { row: unknown } | { broken: string };

/** Converts the rows of a feed, and the FeedError that ends them, into lines. */
export async function* toLines(
  rows: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  try {
    for await (const row of rows) yield `{"row":${rowText(row)}}\n`;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    yield `${JSON.stringify({ broken: error.message })}\n`;
  }
}

/** Yields the rows of such lines. Throws the FeedError that ended the rows. */
export async function* fromLines(stream: Readable): AsyncGenerator {
  for await (const line of linesOf(stream)) {
    const content = JSON.parse(line) as FeedLine;
    if ("broken" in content) throw new FeedError(content.broken);
    yield content.row;
  }
}

/**
 * Yields the lines of a text stream; each line ends with a line feed. The stream stays
 * open if its reader stops early.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  stream.setEncoding("utf8");
  const chunks = stream.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
