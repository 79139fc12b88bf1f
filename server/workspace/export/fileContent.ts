/** A moment in Japan time, `2026-11-21 15:00`, or a day, `2026-11-21`. */
type JapanTime = { time: string };

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

/**
 * Characters that begin a formula in a spreadsheet, with their full-width
 * forms, and white space that it skips before one.
 */
const beginsFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Returns the text so that no spreadsheet runs it as a formula: an apostrophe
 * precedes it if needed.
 */
export const inertText = (text: string): string =>
  beginsFormula.test(text) ? `'${text}` : text;

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const byteOrderMark = "\ufeff";
const needsQuotes = /[",;\r\n]|^\s|\s$/;

/**
 * Yields a CSV file in UTF-8 with commas and CRLF. The heading comes with the
 * first rows, so that nothing is sent if reading them fails.
 */
export async function* csvFile({
  columns,
  rows,
}: Pick<FileContent, "columns" | "rows">): AsyncGenerator<string> {
  let text = byteOrderMark + lineOf(columns.map(({ label }) => label));
  for await (const portion of rows) {
    yield text + portion.map(lineOf).join("");
    text = "";
  }
  if (text !== "") yield text;
}

const lineOf = (cells: readonly Cell[]): string =>
  `${cells.map(quotedText).join(",")}\r\n`;

/** Returns the text of a cell in CSV, without quotes. */
export function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "object") return cell.time;
  return typeof cell === "number" ? String(cell) : inertText(cell);
}

function quotedText(cell: Cell): string {
  const text = cellText(cell);
  return typeof cell === "string" && needsQuotes.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
