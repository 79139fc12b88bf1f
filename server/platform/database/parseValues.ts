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
