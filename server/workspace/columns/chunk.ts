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
