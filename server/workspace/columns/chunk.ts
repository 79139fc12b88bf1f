/** Rows are stored in chunks of this many, each column in a buffer of its own. */
export const chunkRows = 16_384;
export const chunkBits = 14;
export const chunkMask = chunkRows - 1;

/** The codes of one column in one chunk; as wide as the dictionary needs. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;
