import { getManyValues, isMany, none } from "stream-chain/defs.js";
import type { Flushable, Many } from "stream-chain/defs.js";
import { jsonParser } from "stream-json/core/parser.js";
import type { Token } from "stream-json/core/parser.js";
import { streamArray } from "stream-json/core/streamers/stream-array.js";
import { streamObject } from "stream-json/core/streamers/stream-object.js";
import type { Entry, TextReader } from "./entry";
import { FeedSyntaxError } from "./entry";
import { tokenSplitter } from "./tokenSplitter";

/** An entry of a JSON array by its index, or of an object by its key. */
type Item = { key: string | number; value: unknown };

type Nothing = typeof none;
type Output<Value> = Value | Many<Value> | Nothing;
/** `none` tells a stage that the text has ended. */
type Stage<Input, Value> = Flushable<Input | Nothing, Output<Value>>;

/**
 * Reads a JSON array of rows, an object with rows under numbers, or an object
 * whose entry `rowsKey` is an array of rows; other entries are notes. The
 * text is pushed through the parser by hand, since a stream that fails throws
 * away what it had already read. Numbers stay text, so that no digit is lost.
 */
export function jsonReader(rowsKey?: string): TextReader {
  const readTokens = jsonParser({ streamValues: false }) as Stage<
    string,
    Token
  >;
  let readItems: ((token: Token) => Entry[]) | undefined;

  const readPiece = (text: string | null, give: (entry: Entry) => void) => {
    for (const token of valuesOf(readTokens(text ?? none))) {
      readItems ??=
        token.name === "startArray" ? arrayEntries() : objectEntries(rowsKey);
      readItems(token).forEach(give);
    }
  };

  return (text, give) => {
    try {
      if (text === null) readPiece(null, give);
      // One piece for each row, roughly: a broken piece loses no other's row.
      else for (const piece of text.split(/(?<=\})/)) readPiece(piece, give);
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      throw new FeedSyntaxError(error.message, { cause: error });
    }
  };
}

/** What the parser and its assemblers say of text that is no such JSON. */
const isSyntaxError = (error: unknown): error is Error =>
  error instanceof Error && /^(Parser|Top-level) /.test(error.message);

const rowEntry = ({ value }: Item): Entry => ({ kind: "row", row: value });

function arrayEntries() {
  const read = streamArray({ numberAsString: true }) as Stage<Token, Item>;
  return (token: Token): Entry[] => valuesOf(read(token)).map(rowEntry);
}

function objectEntries(rowsKey: string | undefined) {
  const read = streamObject({ numberAsString: true }) as Stage<Token, Item>;
  const readRows = arrayEntries();
  const isOfRows = tokenSplitter(rowsKey);
  return (token: Token): Entry[] => {
    switch (isOfRows(token)) {
      case "rows":
        return readRows(token);
      case "rows key":
        return [];
      case "rest":
        return valuesOf(read(token)).map(objectEntry);
    }
  };
}

function objectEntry(item: Item): Entry {
  const name = String(item.key);
  if (/^\d+$/.test(name)) return rowEntry(item);
  return { kind: "note", name, value: item.value };
}

function valuesOf<Value>(output: Output<Value>): Value[] {
  if (output === none) return [];
  return isMany(output) ? getManyValues(output) : [output];
}
