/** A value as the database gives it in JSON: null, text, number, list and so on. */
export type RawValue = unknown;

/** Numbers the distinct values of a column. Code 0 is null. */
export type Dictionary = {
  /** The values by code. They are never removed or changed. */
  readonly values: readonly RawValue[];
  /** Returns the number of rows by code that have not ended. */
  used(): Uint32Array;
  /** Bytes of the values, by estimate. */
  bytes(): number;
  /** Returns the code of a value, and gives a new value the next code. */
  encode(value: RawValue): number;
  /** Returns the code of a value, or undefined if no row has had it. */
  find(value: RawValue): number | undefined;
  /** Counts one row more (1) or less (-1) with a code. */
  count(code: number, change: 1 | -1): void;
};

/** Returns a dictionary with these values and their numbers of rows. */
export function createDictionary(
  known: readonly RawValue[] = [null],
  used: ArrayLike<number> = [0],
): Dictionary {
  const values = [...known];
  let counts = Uint32Array.from(used);
  const codes = new Map(values.map((value, code) => [keyOf(value), code]));
  let bytes = values.reduce<number>((sum, value) => sum + sizeOf(value), 0);
  return {
    values,
    used: () => counts.slice(0, values.length),
    bytes: () => bytes,
    encode: (value) => {
      if (value === null || value === undefined) return 0;
      const key = keyOf(value);
      const code = codes.get(key);
      if (code !== undefined) return code;
      codes.set(key, values.length);
      if (counts.length <= values.length) {
        const more = new Uint32Array(2 * counts.length);
        more.set(counts);
        counts = more;
      }
      bytes += sizeOf(value);
      return values.push(value) - 1;
    },
    find: (value) => codes.get(keyOf(value)),
    count: (code, change) => {
      counts[code] = (counts[code] ?? 0) + change;
    },
  };
}

/** Lists and objects are compared by their JSON, after a mark that no text has. */
const keyOf = (value: RawValue): unknown =>
  typeof value === "object" && value !== null
    ? `\u0000${JSON.stringify(value)}`
    : value;

/** A value is in an array and in a map; texts take a byte or two for a letter. */
const sizeOf = (value: RawValue): number =>
  typeof value === "string" ? 100 + 2 * value.length : 100;
