import { getManyValues, isMany, none } from "stream-chain/defs.js";
import type { Flushable, Many } from "stream-chain/defs.js";
import { jsonParser } from "stream-json/core/parser.js";
import type { Token } from "stream-json/core/parser.js";
import { streamArray } from "stream-json/core/streamers/stream-array.js";
import { streamObject } from "stream-json/core/streamers/stream-object.js";
import { FeedSyntaxError } from "./entry";
import type { Entry, TextReader } from "./entry";

/** An entry of a JSON array or object, with its index or key. */
type Item = { key: string | number; value: unknown };

type Nothing = typeof none;
type Output<Value> = Value | Many<Value> | Nothing;
/** A stage of the parser; the input `none` ends the text. */
type Stage<Input, Value> = Flushable<Input | Nothing, Output<Value>>;

/**
 * Reads a JSON array of rows, an object with rows under numeric keys, or an
 * object with an array of rows under `rowsKey`; other entries become notes.
 * The stages are called directly, because a failed stream drops the rows that
 * it has already read. Numbers stay text, so that no digit is lost.
 */
export function jsonReader(rowsKey?: string): TextReader {
  const readTokens = jsonParser({ streamValues: false }) as Stage<
    string,
    Token
  >;
  let readItems: ((token: Token) => Entry[]) | undefined;

  const readPiece = (text: string | null, onEntry: (entry: Entry) => void) => {
    for (const token of valuesOf(readTokens(text ?? none))) {
      readItems ??=
        token.name === "startArray" ? arrayEntries() : objectEntries(rowsKey);
      readItems(token).forEach(onEntry);
    }
  };

  return (text, onEntry) => {
    try {
      if (text === null) readPiece(null, onEntry);
      // About one row in each piece: a syntax error loses no earlier row.
      else for (const piece of text.split(/(?<=\})/)) readPiece(piece, onEntry);
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      throw new FeedSyntaxError(error.message, { cause: error });
    }
  };
}

/** The parser reports syntax errors as plain errors with these prefixes. */
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
  const placeOf = tokenSplitter(rowsKey);
  return (token: Token): Entry[] => {
    switch (placeOf(token)) {
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

type Place = "rows key" | "rows" | "rest";

const depthChange: Partial<Record<Token["name"], number>> = {
  startObject: 1,
  startArray: 1,
  endObject: -1,
  endArray: -1,
};

/**
 * Makes a function that tells for each token of a JSON object whether it
 * belongs to the value under `rowsKey`.
 */
function tokenSplitter(rowsKey: string | undefined): (token: Token) => Place {
  let depth = 0;
  let isInside = false;
  return (token) => {
    if (!isInside && depth === 1 && isKey(token) && token.value === rowsKey) {
      isInside = true;
      return "rows key";
    }
    depth += depthChange[token.name] ?? 0;
    if (!isInside) return "rest";
    // Back at the depth of the object: the value has ended.
    if (depth === 1) isInside = false;
    return "rows";
  };
}

const isKey = (token: Token): token is Extract<Token, { name: "keyValue" }> =>
  token.name === "keyValue";
