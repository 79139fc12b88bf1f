/** What stands in a feed: a row, or something it says beside its rows. */
export type Entry =
  | { kind: "row"; row: unknown }
  | { kind: "note"; name: string; value: unknown };

/**
 * Reads a text piece by piece, null at its end, and gives each entry as soon
 * as it is whole. Throws FeedSyntaxError where the text is broken, after what
 * stands before.
 */
export type TextReader = (
  text: string | null,
  give: (entry: Entry) => void,
) => void | Promise<void>;

/** Where a text is not what its format says, in the parser's words. */
export class FeedSyntaxError extends Error {}
