/** A moment on Japan's clock, `2026-11-21 15:00`, or a day, `2026-11-21`. */
export type JapanTime = { time: string };

/** A value as a file holds it; null is an empty cell. */
export type Cell = string | number | JapanTime | null;

/** A column of a file: what it is called, and how wide a reader draws it. */
export type FileColumn = {
  label: string;
  /** In characters. */
  width: number;
};

/** What a file is made of; rows come in portions, cells in column order. */
export type FileContent = {
  title: string;
  columns: readonly FileColumn[];
  /** At most so many rows will come. */
  rowCount: number;
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
};
