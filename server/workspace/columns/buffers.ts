import { bitmapWords } from "./bitmap";
import { chunkRows, type Codes } from "./chunk";
import type { Chunk } from "./view";

const shared = (bytes: number) => new SharedArrayBuffer(bytes);

export const newNumbers = () => new Float64Array(shared(chunkRows * 8));
export const newBitmap = () => new Uint32Array(shared(bitmapWords * 4));
export const newNarrow = (columns: number) =>
  new Uint16Array(shared(chunkRows * columns * 2));
export const newWide = () => new Uint32Array(shared(chunkRows * 4));

/** The places of columns in the rows of narrow codes; null for wide columns. */
export type Layout = { size: number; places: readonly (number | null)[] };

/** Returns where the codes of columns are. */
export const placeCodes = (
  { places }: Layout,
  narrow: Uint16Array,
  wide: readonly (Uint32Array | null)[],
): Codes[] =>
  places.map((place, column): Codes => {
    const data = wide[column];
    return data
      ? { data, first: 0 }
      : { data: narrow, first: (place ?? 0) * chunkRows };
  });

/** Returns the layout of a chunk; at first, all columns are narrow. */
export function layoutOf(chunk: Chunk | undefined, columns: number): Layout {
  if (!chunk)
    return {
      size: columns,
      places: Array.from({ length: columns }, (_, place) => place),
    };
  const { narrow, columns: codes } = chunk.body;
  return {
    size: narrow.length / chunkRows,
    places: codes.map(({ data, first }) =>
      data === narrow ? first / chunkRows : null,
    ),
  };
}
