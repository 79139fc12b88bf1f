import { bitmapWords, unite } from "./bitmap";
import { chunkRows, codeAt, type Codes } from "./chunk";

/** Columns with more values have no postings. */
const mostCodes = chunkRows;
/** From so many rows on, a bitmap is smaller than a list of rows. */
const commonRows = chunkRows / 16;

/**
 * The rows of a chunk by the code of one column: a bitmap for each common code,
 * and for the others a list in ascending order.
 */
export type Postings = {
  /** The place in `rows` at which the rows of each code start, and the end. */
  starts: Uint16Array;
  rows: Uint16Array;
  common: Uint16Array;
  /** The bitmaps of the common codes, one after another. */
  bitmaps: Uint32Array;
  /** The number of rows of the common codes. */
  commonCounts: Uint16Array;
};

/** Returns the postings of the first `size` rows; null for too many codes. */
export function createPostings(
  codes: Codes,
  size: number,
  codeCount: number,
): Postings | null {
  if (codeCount > mostCodes) return null;
  const counts = new Uint32Array(codeCount);
  for (let row = 0; row < size; row += 1) {
    const code = codeAt(codes, row);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  const common: number[] = [];
  const starts = new Uint16Array(new SharedArrayBuffer(2 * (codeCount + 1)));
  let listed = 0;
  for (let code = 0; code < codeCount; code += 1) {
    starts[code] = listed;
    const count = counts[code] ?? 0;
    if (count > commonRows) common.push(code);
    else listed += count;
  }
  starts[codeCount] = listed;
  const rows = new Uint16Array(new SharedArrayBuffer(2 * listed));
  const bitmaps = new Uint32Array(
    new SharedArrayBuffer(4 * bitmapWords * common.length),
  );
  const next = starts.slice();
  const bitmapOf = new Int16Array(codeCount).fill(-1);
  for (const [place, code] of common.entries()) bitmapOf[code] = place;
  for (let row = 0; row < size; row += 1) {
    const code = codeAt(codes, row);
    const bitmap = bitmapOf[code] ?? -1;
    if (bitmap >= 0) {
      const word = bitmap * bitmapWords + (row >>> 5);
      bitmaps[word] = (bitmaps[word] ?? 0) | (1 << (row & 31));
    } else {
      const place = next[code] ?? 0;
      rows[place] = row;
      next[code] = place + 1;
    }
  }
  return {
    starts,
    rows,
    common: Uint16Array.from(common),
    bitmaps,
    commonCounts: Uint16Array.from(common, (code) => counts[code] ?? 0),
  };
}

/** Returns the bytes of postings. */
export const postingsBytes = ({ starts, rows, bitmaps, common }: Postings) =>
  starts.byteLength +
  rows.byteLength +
  bitmaps.byteLength +
  2 * common.byteLength;

type Wanted = { codes: Uint32Array; marks: Uint8Array };

/** To add a bitmap to another costs as much as to add so many rows. */
const bitmapWork = 256;

/** Returns the work of `addRows`, in rows; 0 if no row has one of the codes. */
export function workOf(
  { starts, common }: Postings,
  { codes, marks }: Wanted,
): number {
  let work = 0;
  for (let place = 0; place < codes.length; place += 1) {
    const code = codes[place] ?? 0;
    if (code + 1 < starts.length)
      work += (starts[code + 1] ?? 0) - (starts[code] ?? 0);
  }
  for (let place = 0; place < common.length; place += 1)
    if (marks[common[place] ?? 0] === 1) work += bitmapWork;
  return work;
}

/** Returns the rows of a code that is not common, in ascending order. */
export const rowsOfCode = (
  { starts, rows }: Postings,
  code: number,
): Uint16Array => rows.subarray(starts[code] ?? 0, starts[code + 1] ?? 0);

/** Sets the bits of all rows with one of the codes. */
export function addRows(
  { starts, rows, common, bitmaps }: Postings,
  { codes, marks }: Wanted,
  bits: Uint32Array,
): void {
  for (let place = 0; place < codes.length; place += 1) {
    const code = codes[place] ?? 0;
    const end = starts[code + 1] ?? 0;
    for (let at = starts[code] ?? end; at < end; at += 1) {
      const row = rows[at] ?? 0;
      bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
    }
  }
  for (let place = 0; place < common.length; place += 1)
    if (marks[common[place] ?? 0] === 1)
      unite(
        bits,
        bitmaps.subarray(place * bitmapWords, (place + 1) * bitmapWords),
      );
}
