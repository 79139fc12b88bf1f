/** Rows are stored in chunks of this many. */
export const chunkRows = 16_384;
export const chunkBits = 14;
export const chunkMask = chunkRows - 1;

/** Columns with more codes have a buffer of their own. */
export const narrowCodes = 65_536;

/**
 * The codes of one column in one chunk. The code of a row is at `first + row`,
 * because narrow columns share one buffer.
 */
export type Codes = { data: Uint16Array | Uint32Array; first: number };

/** Returns the code of a row of the chunk. */
export const codeAt = ({ data, first }: Codes, row: number): number =>
  data[first + row] ?? 0;

/** The number of 32-bit words with a bit for each row of a chunk. */
export const bitmapWords = chunkRows / 32;

/** Sets the bits of the first `size` rows and clears all others. */
export function setFirst(bits: Uint32Array, size: number): void {
  const whole = size >>> 5;
  bits.fill(0xffffffff, 0, whole);
  bits.fill(0, whole);
  if ((size & 31) !== 0) bits[whole] = 2 ** (size & 31) - 1;
}

/** Keeps the bits that are also set in `other`, and returns their number. */
export function intersect(bits: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bitmapWords; word += 1) {
    const kept = (bits[word] ?? 0) & (other[word] ?? 0);
    bits[word] = kept;
    count += bitCount(kept);
  }
  return count;
}

/** Sets the bits that are set in `other`. */
export function unite(bits: Uint32Array, other: Uint32Array): void {
  for (let word = 0; word < bitmapWords; word += 1)
    bits[word] = (bits[word] ?? 0) | (other[word] ?? 0);
}

/** Returns the number of bits that are set. */
export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bitmapWords; word += 1)
    count += bitCount(bits[word] ?? 0);
  return count;
}

/** Lists the places of the bits that are set in ascending order. */
export function listBits(bits: Uint32Array, places: Uint16Array): number {
  let found = 0;
  for (let word = 0; word < bitmapWords; word += 1) {
    let left = bits[word] ?? 0;
    while (left !== 0) {
      const lowest = left & -left;
      places[found] = (word << 5) + 31 - Math.clz32(lowest);
      found += 1;
      left ^= lowest;
    }
  }
  return found;
}

/** Adds up neighbouring bits, then pairs, then groups of four, then all bytes. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
