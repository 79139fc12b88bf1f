/** Rows are stored in chunks of this many, each chunk in a buffer of its own. */
export const chunkRows = 65_536;
export const chunkBits = 16;
export const chunkMask = chunkRows - 1;

/** The codes of one column in one chunk; as wide as the dictionary needs. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/**
 * The rows of a table at one moment. Rows are only ever appended: a changed row
 * is a new row, and its former row ends with the epoch of the change. Buffers of
 * a view are never written below `count`, except that rows end in later epochs,
 * so that a scan in another thread sees no half-written row.
 */
export type View = {
  /** The number of rows, including ended ones. */
  count: number;
  epoch: number;
  /** The number of rows at the start whose ids ascend. */
  ordered: number;
  /** Whether any row has ended. */
  hasEnded: boolean;
  ids: readonly Float64Array[];
  /**
   * The change numbers of the rows. A change that leaves all columns as they were
   * is written over the former number, also in older views.
   */
  versions: readonly Float64Array[];
  /** The epoch in which each row ended; 0 for rows that have not. */
  ended: readonly Uint32Array[];
  /** The number of rows that have not ended. */
  live: number;
  /** The number of these rows by column and code. */
  used: readonly Uint32Array[];
  /** The codes by column and chunk. */
  columns: readonly (readonly Codes[])[];
};

/** Returns the id of a row. */
export const idAt = ({ ids }: View, row: number): number =>
  ids[row >> chunkBits]?.[row & chunkMask] ?? 0;

/** Returns the change number of a row. */
export const versionAt = ({ versions }: View, row: number): number =>
  versions[row >> chunkBits]?.[row & chunkMask] ?? 0;

/** A condition. A row meets it if a column marks the row's code by 1. */
export type Test = readonly { column: number; marks: Uint8Array }[];

/** A set of rows whose values are counted. */
export type Group = {
  /** The columns to count, with the size of their dictionaries. */
  columns: readonly { column: number; size: number }[];
};

/** The order of a page. Rows with equal ranks come in the order of their ids. */
export type PageOrder = {
  offset: number;
  size: number;
  /** The ranks of a column by code, below `end`; without it, ids decide. */
  by: { column: number; ranks: Uint32Array; end: number } | null;
  areIdsDescending: boolean;
};

/** The largest number of groups of one scan: the bits of an integer. */
export const mostGroups = 30;

/** One pass over a view. */
export type Scan = {
  /** Conditions for every group. */
  required: readonly Test[];
  /** Conditions, each with the bits of the groups that ignore it. */
  tests: readonly { test: Test; ignoredBy: number }[];
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
