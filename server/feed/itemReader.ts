import { getManyValues, isMany, none } from "stream-chain/defs.js";
import type { Flushable, Many } from "stream-chain/defs.js";
import { jsonParser } from "stream-json/core/parser.js";
import type { Token } from "stream-json/core/parser.js";
import { streamArray } from "stream-json/core/streamers/stream-array.js";
import { streamObject } from "stream-json/core/streamers/stream-object.js";

/** An entry of a JSON array by its index, or of an object by its key. */
export type Item = { key: string | number; value: unknown };

type Nothing = typeof none;
type Output<Value> = Value | Many<Value> | Nothing;
/** `none` tells a stage that the text has ended. */
type Stage<Input, Value> = Flushable<Input | Nothing, Output<Value>>;

/**
 * Reads the entries of a JSON array (`[`) or object (`{`) from the pieces of
 * its text, as soon as each is whole; null says that the text has ended. They
 * are pushed through the parser by hand, since a stream that fails throws away
 * what it had already read. Numbers stay text, so that no digit is lost. The
 * parser throws on text that is no JSON.
 */
export function itemReader(shape: "[" | "{"): (text: string | null) => Item[] {
  const readTokens = jsonParser({ streamValues: false }) as Stage<
    string,
    Token
  >;
  const assemble = shape === "[" ? streamArray : streamObject;
  const readItem = assemble({ numberAsString: true }) as Stage<Token, Item>;
  return (text) =>
    valuesOf(readTokens(text ?? none)).flatMap((token) =>
      valuesOf(readItem(token)),
    );
}

function valuesOf<Value>(output: Output<Value>): Value[] {
  if (output === none) return [];
  return isMany(output) ? getManyValues(output) : [output];
}
