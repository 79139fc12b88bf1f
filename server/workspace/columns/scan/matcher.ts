import {
  bitmapWords,
  chunkRows,
  codeAt,
  countBits,
  intersect,
  listBits,
  setFirst,
  type Codes,
} from "../store/chunk";
import { addRows, rowsOfCode, workOf } from "../store/postings";
import type { Chunk, Test, TestPart } from "../store/view";

/** The rows of one chunk that meet conditions: a bitmap, or a list if they are few. */
export type MatchedRows = {
  count: number;
  bits: Uint32Array;
  /** The places in ascending order; null if only bits are set. */
  places: Uint16Array | null;
  /** The number of rows that were looked at one by one. */
  visited: number;
};

const listed = new Uint16Array(chunkRows);

/** Returns the places of the rows in ascending order, until the next call. */
export function placesOf({ places, bits }: MatchedRows): Uint16Array {
  return places ?? listed.subarray(0, listBits(bits, listed));
}

/** Finds rows chunk by chunk. Its arrays are written again by the next call. */
export type Matcher = {
  /**
   * Returns the rows that meet all conditions with these places, and also the
   * condition `among`.
   */
  match(
    chunk: Chunk,
    tests: readonly number[],
    among?: ListedPart | null,
  ): MatchedRows;
};

/** The cost of testing one listed row, relative to setting one bit. */
const testWork = 2;

/** A part of a condition, also as a list of codes. */
export type ListedPart = TestPart & { codes: Uint32Array };

/** Returns the codes that a condition accepts. */
function codesOf(marks: Uint8Array): Uint32Array {
  const codes = new Uint32Array(marks.length);
  let found = 0;
  for (let code = 0; code < marks.length; code += 1) {
    codes[found] = code;
    found += marks[code] ?? 0;
  }
  return codes.subarray(0, found);
}

/** Makes a matcher for conditions. */
export function createMatcher(tests: readonly Test[]): Matcher {
  const prepared = tests.map(({ parts }) =>
    parts.map((part): ListedPart => ({ ...part, codes: codesOf(part.marks) })),
  );
  /** The bitmap of each condition, and the chunk for which it was made. */
  const made = tests.map(() => ({
    bits: new Uint32Array(bitmapWords),
    chunk: null as Chunk | null,
  }));
  const current = new Uint32Array(bitmapWords);
  const places = new Uint16Array(chunkRows);

  const bitsOf = (chunk: Chunk, test: number): Uint32Array => {
    const known = made[test];
    if (!known) throw new Error(`No condition ${String(test)}`);
    if (known.chunk === chunk) return known.bits;
    known.chunk = chunk;
    fillBits(chunk, prepared[test] ?? [], known.bits);
    return known.bits;
  };

  /** Starts with the rows of a condition. Returns their number. */
  const start = (chunk: Chunk, parts: readonly ListedPart[]): Started => {
    const list = listOf(chunk, parts);
    if (list) {
      places.set(list);
      return { count: list.length, isListed: true };
    }
    if (bitsWork(chunk, parts) === 0) return { count: 0, isListed: true };
    fillBits(chunk, parts, current);
    return { count: countBits(current), isListed: false };
  };

  /** Starts with a condition. Bits are counted only if others follow. */
  const startWith = (chunk: Chunk, test: number, isOnly: boolean): Started => {
    const parts = prepared[test] ?? [];
    if (made[test]?.chunk !== chunk && listOf(chunk, parts))
      return start(chunk, parts);
    if (bitsWork(chunk, parts) === 0) return { count: 0, isListed: true };
    current.set(bitsOf(chunk, test));
    const count = isOnly ? chunk.size : countBits(current);
    return { count, isListed: false };
  };

  const startWithAll = (chunk: Chunk): Started => {
    setFirst(current, chunk.size);
    return { count: chunk.size, isListed: false };
  };

  return {
    match: (chunk, tests, among) => {
      const [first, ...others] = tests;
      const rest = among ? tests : others;
      let { count, isListed } = among
        ? start(chunk, [among])
        : first === undefined
          ? startWithAll(chunk)
          : startWith(chunk, first, rest.length === 0);
      const visited = count;
      for (const test of rest) {
        if (count === 0) break;
        const parts = prepared[test] ?? [];
        const isMade = made[test]?.chunk === chunk;
        if (!isListed && !isMade && testWork * count < bitsWork(chunk, parts)) {
          count = listBits(current, places);
          isListed = true;
        }
        count = isListed
          ? keep(chunk, parts, { places, count })
          : intersect(current, bitsOf(chunk, test));
      }
      if (chunk.live && count > 0)
        count = isListed
          ? keepLive(chunk.live, { places, count })
          : intersect(current, chunk.live);
      else if (!isListed && !among && tests.length === 1)
        count = countBits(current);
      return {
        count,
        visited,
        bits: current,
        places: isListed ? places.subarray(0, count) : null,
      };
    },
  };
}

type Started = { count: number; isListed: boolean };

/** Returns the work to make the bitmap of a condition, in rows; 0 if it is empty. */
function bitsWork({ body, size }: Chunk, parts: readonly ListedPart[]): number {
  let work = 0;
  for (const part of parts) {
    const postings = body.postings[part.column];
    work += postings ? Math.min(size, workOf(postings, part)) : size;
  }
  return work;
}

/** Returns the rows of a condition with one uncommon value, without a bitmap. */
function listOf(
  { body }: Chunk,
  parts: readonly ListedPart[],
): Uint16Array | null {
  const [part] = parts;
  if (!part || parts.length > 1 || part.codes.length !== 1) return null;
  const code = part.codes[0] ?? 0;
  const postings = body.postings[part.column];
  return postings && !postings.common.includes(code)
    ? rowsOfCode(postings, code)
    : null;
}

function fillBits(
  chunk: Chunk,
  parts: readonly ListedPart[],
  bits: Uint32Array,
): void {
  bits.fill(0);
  for (const part of parts) addPart(chunk, part, bits);
}

/** Keeps the listed rows that meet a condition, and returns their number. */
function keep(
  chunk: Chunk,
  parts: readonly ListedPart[],
  rows: Listed,
): number {
  const [only] = parts;
  const codes = only && chunk.body.columns[only.column];
  return parts.length === 1 && codes
    ? keepCodes(codes, only.marks, rows)
    : keepAny(chunk, parts, rows);
}

/** Sets the bits of the rows that meet a part of a condition. */
function addPart(
  { body, size }: Chunk,
  { column, marks, codes }: ListedPart,
  bits: Uint32Array,
): void {
  const postings = body.postings[column];
  if (postings && workOf(postings, { codes, marks }) < size) {
    addRows(postings, { codes, marks }, bits);
    return;
  }
  const ofColumn = body.columns[column];
  if (!ofColumn) return;
  const words = Math.ceil(size / 32);
  for (let word = 0; word < words; word += 1) {
    const end = Math.min(size, (word + 1) << 5);
    let found = 0;
    for (let row = word << 5; row < end; row += 1)
      found |= (marks[codeAt(ofColumn, row)] ?? 0) << (row & 31);
    bits[word] = (bits[word] ?? 0) | found;
  }
}

type Listed = { places: Uint16Array; count: number };

function keepCodes(
  codes: Codes,
  marks: Uint8Array,
  { places, count }: Listed,
): number {
  let kept = 0;
  const { data, first } = codes;
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    places[kept] = place;
    kept += marks[data[first + place] ?? 0] ?? 0;
  }
  return kept;
}

/** Keeps the rows that meet any part of a condition. */
function keepAny(
  { body }: Chunk,
  parts: readonly ListedPart[],
  { places, count }: Listed,
): number {
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    let mark = 0;
    for (const { column, marks } of parts) {
      const codes = body.columns[column];
      mark |= (codes && marks[codeAt(codes, place)]) ?? 0;
    }
    places[kept] = place;
    kept += mark;
  }
  return kept;
}

function keepLive(live: Uint32Array, { places, count }: Listed): number {
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    places[kept] = place;
    kept += ((live[place >>> 5] ?? 0) >>> (place & 31)) & 1;
  }
  return kept;
}
