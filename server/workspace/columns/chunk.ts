/** Rows are stored in chunks of this many. */
export const chunkRows = 16_384;
export const chunkBits = 14;
export const chunkMask = chunkRows - 1;

/** Columns with more codes have a buffer of their own. */
export const narrowCodes = 65_536;

/**
 * The codes of one column in one chunk. The code of a row is at `row * step +
 * first`. Narrow columns share one buffer row by row, because reading many columns
 * of a row from a buffer for each costs a cache miss for each.
 */
export type Codes = {
  data: Uint16Array | Uint32Array;
  step: number;
  first: number;
};

/** Returns the code of a row of the chunk. */
export const codeAt = ({ data, step, first }: Codes, row: number): number =>
  data[row * step + first] ?? 0;
