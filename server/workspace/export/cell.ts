/** A moment in Japan time, `2026-11-21 15:00`, or a day, `2026-11-21`. */
export type JapanTime = { time: string };

/** The value of a cell; null is an empty cell. */
export type Cell = string | number | JapanTime | null;

/** A column of a file with its heading and its width. */
export type FileColumn = {
  label: string;
  /** In characters. */
  width: number;
};

/** The content of a file. Rows come in portions, with cells in column order. */
export type FileContent = {
  title: string;
  columns: readonly FileColumn[];
  /** The largest number of rows that will come. */
  rowCount: number;
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
};
