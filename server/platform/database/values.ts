type Parse = (text: string) => unknown;

/** Parses PostgreSQL's ISO style, such as `2026-11-20 08:30:00.5+00`. */
function parseTimestamp(text: string): Date {
  return new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}

function parseBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice(2), "hex"));
}

const asText: Parse = (text) => text;

/** The id of each type, the id of its array type, and the parser of its text. */
const types: readonly (readonly [number, number, Parse])[] = [
  [16, 1000, (text) => text === "t"], // boolean
  [17, 1001, parseBytes], // bytea
  [20, 1016, asText], // bigint: exact beyond 2^53
  [21, 1005, Number], // smallint
  [23, 1007, Number], // integer
  [26, 1028, Number], // oid
  [700, 1021, Number], // real
  [701, 1022, Number], // double precision
  [114, 199, JSON.parse], // json
  [3802, 3807, JSON.parse], // jsonb
  [1082, 1182, asText], // date: has no time zone
  [1083, 1183, asText], // time
  [1114, 1115, asText], // timestamp: without a zone it is no point in time
  [1184, 1185, parseTimestamp], // timestamptz
  [1186, 1187, asText], // interval
  [1700, 1231, asText], // numeric
];

/** The parsers of both drivers by type id. */
export const valueParsers: ReadonlyMap<number, Parse> = new Map(
  types.map(([id, , parse]) => [id, parse]),
);

/** The parsers of array elements by the id of the array type. */
export const elementParsers: ReadonlyMap<number, Parse> = new Map(
  types.map(([, arrayId, parse]) => [arrayId, parse]),
);

/**
 * Converts a parameter to the text that PostgreSQL parses: arrays to array
 * literals (for `= any($1)`), dates to UTC, bytes to hex, other objects to
 * JSON. The caller must stringify an array that is meant as JSON. Throws
 * TypeError for functions and symbols.
 */
export function toParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value).toString("hex")}`;
  }
  if (Array.isArray(value)) return toArrayLiteral(value);
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "boolean" || typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value === "number") return value.toString();
  throw new TypeError(`A ${typeof value} cannot be sent to the database`);
}

function toArrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return toArrayLiteral(value);
    const text = toParameter(value);
    if (text === null) return "NULL";
    return `"${text.replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${elements.join(",")}}`;
}
