/** A part of a feed: a row, or a note that stands beside the rows. */
export type Entry =
  | { kind: "row"; row: unknown }
  | { kind: "note"; name: string; value: unknown };

/**
 * Reads a text piece by piece, `null` at its end, and calls `onEntry` for each
 * complete entry. Throws FeedSyntaxError for invalid text, after the entries
 * that precede it.
 */
export type TextReader = (
  text: string | null,
  onEntry: (entry: Entry) => void,
) => void | Promise<void>;

/** The text does not follow its format; the message is the parser's. */
export class FeedSyntaxError extends Error {}

/** Maximum characters of a row. A longer row means that its end is missing. */
export const longestRow = 1_000_000;

/** Returns a row as JSON, or a placeholder when it is nested too deeply. */
export function rowText(row: unknown): string {
  try {
    return JSON.stringify(row ?? null);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify("too deeply nested to be stored");
  }
}
