import {
  bitmapWords,
  chunkBits,
  chunkMask,
  chunkRows,
  codeAt,
  type Codes,
} from "./chunk";
import type { Postings } from "./postings";

/** The values of the rows of a chunk. Rows are only ever appended. */
type ChunkBody = {
  ids: Float64Array;
  /**
   * The change numbers of the rows. A change that leaves all columns as they were
   * is written over the former number, also in older views.
   */
  versions: Float64Array;
  /** The codes of all narrow columns, column by column. */
  narrow: Uint16Array;
  /** The codes by column. */
  columns: readonly Codes[];
  /** The rows by code and column. */
  postings: readonly Postings[];
};

/** The rows of a chunk at one moment. */
export type Chunk = {
  body: ChunkBody;
  /** The number of rows, including ended ones. */
  size: number;
  /** A bit for each row that has not ended; null if none has. */
  live: Uint32Array | null;
};

/**
 * The rows of a table at one moment. A changed row is a new row, and its former
 * row ends. Nothing that a view shows is written later, except change numbers, so
 * that a scan in another thread sees no half-written row.
 */
export type View = {
  /** The number of rows, including ended ones. */
  count: number;
  /** The number of rows at the start whose ids ascend. */
  ordered: number;
  chunks: readonly Chunk[];
  /** The number of rows that have not ended. */
  live: number;
  /** The number of rows of the view, by column and code. */
  used: readonly Uint32Array[];
};

/** Returns the id of a row. */
export const idAt = ({ chunks }: View, row: number): number =>
  chunks[row >> chunkBits]?.body.ids[row & chunkMask] ?? 0;

/** Returns the change number of a row. */
export const versionAt = ({ chunks }: View, row: number): number =>
  chunks[row >> chunkBits]?.body.versions[row & chunkMask] ?? 0;

/** Returns the code of a row in a column. */
export function codeOf({ chunks }: View, column: number, row: number): number {
  const codes = chunks[row >> chunkBits]?.body.columns[column];
  return codes ? codeAt(codes, row & chunkMask) : 0;
}

/** The codes of a column that meet a condition are marked by 1. */
export type TestPart = { column: number; marks: Uint8Array };

/** A condition. A row meets it if it meets any part. */
export type Test = {
  parts: readonly TestPart[];
  /** The number of rows that meet it, or more if it has several parts. */
  rows: number;
};

/** A column to count by code, or by part of another column and code. */
export type CountedColumn = {
  column: number;
  /** The number of counts: the size of the dictionary, for each part. */
  size: number;
  by?: {
    column: number;
    /** The part of each code of the other column. */
    parts: Uint16Array;
    /** The number of counts of a part. */
    stride: number;
  };
};

/** A set of rows, whose number and values are counted. */
export type Group = {
  /** The conditions of the set, by their places among the tests of the scan. */
  tests: readonly number[];
  /** The columns to count, with the number of counts. */
  columns: readonly CountedColumn[];
  /** The number of rows, if it is known. */
  total: number | null;
};

/** The codes that rows of a page can have, and the number of rows with them. */
export type PossibleValues = { marks: Uint8Array; rows: number };

/** The ranks of a column by code, all below `end`, and the codes by rank. */
export type Ranks = {
  ranks: Uint32Array;
  end: number;
  /** The codes in the order of their ranks. */
  codes: Uint32Array;
};

/** The order of a page. Rows with equal ranks come in the order of their ids. */
export type PageOrder = {
  offset: number;
  size: number;
  /** The ranks of a column by code; without them, ids decide. */
  by: ({ column: number; possible: PossibleValues | null } & Ranks) | null;
  areIdsDescending: boolean;
};

/** One pass over a view. */
export type Scan = {
  /** Conditions, those with the fewest rows first. */
  tests: readonly Test[];
  groups: readonly Group[];
  /** The page of the first group, if one is wanted. */
  page: PageOrder | null;
};

export type Scanned = {
  /** The number of rows by group. */
  totals: number[];
  /** The number of rows by group, column and code. */
  counts: Uint32Array[][];
  /** The rows of the page, by their places in the view. */
  rows: Uint32Array;
};

/** The chunks of a view that differ from a former view, by place. */
export type ViewPatch = Omit<View, "chunks" | "used"> & {
  chunks: {
    index: number;
    /** Without a body, only rows have ended. */
    chunk: Omit<Chunk, "body"> & Partial<Pick<Chunk, "body">>;
  }[];
};

/**
 * Returns the difference between views. Most chunks stay as they are, and a chunk
 * has so many buffers that sending all of them to a thread takes long.
 */
export function patchFrom(before: View | undefined, view: View): ViewPatch {
  const { count, ordered, live } = view;
  const chunks = view.chunks.flatMap((chunk, index) => {
    const former = before?.chunks[index];
    if (former === chunk) return [];
    const { body, ...rest } = chunk;
    return [{ index, chunk: former?.body === body ? rest : chunk }];
  });
  return { count, ordered, live, chunks };
}

/** Returns the view after a patch, without the counts of values. */
export function applyPatch(
  before: View | undefined,
  { chunks: changed, ...rest }: ViewPatch,
): View {
  const chunks = (before?.chunks ?? []).slice(
    0,
    Math.ceil(rest.count / chunkRows),
  );
  for (const { index, chunk } of changed) {
    const body = chunk.body ?? chunks[index]?.body;
    if (!body) throw new Error("A patch needs the chunk before it");
    chunks[index] = { ...chunk, body };
  }
  return { ...rest, chunks, used: [] };
}

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
