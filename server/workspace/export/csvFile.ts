import { inertText, type Cell, type FileContent } from "./cell";

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
  `${cells.map(textOf).join(",")}\r\n`;

function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "object") return cell.time;
  const text = inertText(cell);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
