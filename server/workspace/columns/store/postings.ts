import { bitmapWords, chunkRows, codeAt, unite, type Codes } from "./chunk";

/** For columns with more values, only the codes of the chunk are listed. */
const mostCodes = chunkRows;
/** Up to this many codes, binary searches are faster than reading the chunk. */
const mostLookups = 256;
/** From so many rows on, a bitmap is smaller than a list of rows. */
const commonRows = chunkRows / 16;

/**
 * The rows of a chunk by the code of one column: a bitmap for each common code,
 * and for the others a list in ascending order.
 */
export type Postings = {
  /** The codes of the chunk in ascending order; null if all codes have a start. */
  codes: Uint32Array | null;
  /** The place in `rows` at which the rows of each code start, and the end. */
  starts: Uint16Array;
  rows: Uint16Array;
  common: Uint16Array;
  /** The bitmaps of the common codes, one after another. */
  bitmaps: Uint32Array;
};

/** Returns the postings of the first `size` rows of a column. */
export function createPostings(
  codes: Codes,
  size: number,
  codeCount: number,
): Postings {
  if (codeCount > mostCodes) return createSparse(codes, size);
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
    codes: null,
    starts,
    rows,
    common: Uint16Array.from(common),
    bitmaps,
  };
}

/** Returns postings that list only the codes of the chunk. */
function createSparse(codes: Codes, size: number): Postings {
  const keys = new Float64Array(size);
  for (let row = 0; row < size; row += 1)
    keys[row] = codeAt(codes, row) * chunkRows + row;
  keys.sort();
  const rows = new Uint16Array(new SharedArrayBuffer(2 * size));
  const distinct: number[] = [];
  const starts: number[] = [];
  keys.forEach((key, place) => {
    const code = Math.floor(key / chunkRows);
    rows[place] = key - code * chunkRows;
    if (distinct.at(-1) === code) return;
    distinct.push(code);
    starts.push(place);
  });
  const sharedCodes = new SharedArrayBuffer(4 * distinct.length);
  const sharedStarts = new SharedArrayBuffer(2 * (starts.length + 1));
  const listed = {
    codes: new Uint32Array(sharedCodes),
    starts: new Uint16Array(sharedStarts),
  };
  listed.codes.set(distinct);
  listed.starts.set([...starts, size]);
  return {
    ...listed,
    rows,
    common: new Uint16Array(),
    bitmaps: new Uint32Array(),
  };
}

/** Returns the place of a code in `starts`; -1 if the chunk does not have it. */
function placeOf({ codes }: Postings, code: number): number {
  if (!codes) return code;
  let [low, high] = [0, codes.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = codes[middle] ?? 0;
    if (found === code) return middle;
    if (found < code) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Returns the bytes of postings. */
export const postingsBytes = ({
  codes,
  starts,
  rows,
  bitmaps,
  common,
}: Postings): number =>
  (codes?.byteLength ?? 0) +
  starts.byteLength +
  rows.byteLength +
  bitmaps.byteLength +
  2 * common.byteLength;

type Wanted = { codes: Uint32Array; marks: Uint8Array };

/** To add a bitmap to another costs as much as to add so many rows. */
const bitmapWork = 256;

/** Returns the work of `addRows`, in rows; 0 if no row has one of the codes. */
export function workOf(postings: Postings, { codes, marks }: Wanted): number {
  const { starts, common } = postings;
  if (postings.codes && codes.length > mostLookups) return chunkRows;
  let work = 0;
  for (let place = 0; place < codes.length; place += 1) {
    const at = placeOf(postings, codes[place] ?? 0);
    if (at + 1 < starts.length)
      work += (starts[at + 1] ?? 0) - (starts[at] ?? 0);
  }
  for (let place = 0; place < common.length; place += 1)
    if (marks[common[place] ?? 0] === 1) work += bitmapWork;
  return work;
}

/** Returns the rows of a code that is not common, in ascending order. */
export function rowsOfCode(postings: Postings, code: number): Uint16Array {
  const { starts, rows } = postings;
  const at = placeOf(postings, code);
  return rows.subarray(starts[at] ?? 0, starts[at + 1] ?? 0);
}

/** Sets the bits of all rows with one of the codes. */
export function addRows(
  postings: Postings,
  { codes, marks }: Wanted,
  bits: Uint32Array,
): void {
  const { starts, rows, common, bitmaps } = postings;
  for (let place = 0; place < codes.length; place += 1) {
    const listed = placeOf(postings, codes[place] ?? 0);
    const end = starts[listed + 1] ?? 0;
    for (let at = starts[listed] ?? end; at < end; at += 1) {
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
