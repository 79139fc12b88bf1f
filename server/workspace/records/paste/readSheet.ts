import { mostImportColumns } from "../../../../domain/limits";
import { failure, type Text } from "../../../platform/errors";

/** A cell in quotes may have tabs, line ends and doubled quotes; any other text is taken as it is. */
const quoted = /"((?:[^"]|"")*)"(?=\t|\r|\n|$)/y;
const plain = /[^\t\r\n]*/y;
const end = /\t|\r\n|\r|\n|$/y;

/**
 * Returns the cells that Excel, LibreOffice and Google Sheets put on the clipboard: rows are
 * lines, columns are separated by tabs. Empty lines at the end are left out, others stay,
 * because a line may belong to a row by its place.
 *
 * @example cellsOf('A\t"B\n2"\n') // [["A", "B\n2"]]
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  for (;;) {
    const inQuotes = text.charAt(at) === '"' ? take(quoted) : null;
    row.push(inQuotes?.[1]?.replaceAll('""', '"') ?? take(plain)?.[0] ?? "");
    const separator = take(end)?.[0];
    if (separator === "\t") continue;
    rows.push(row);
    row = [];
    if (separator === "") break;
  }
  const last = rows.findLastIndex((cells) => !isEmpty(cells));
  return rows.slice(0, last + 1);
}

const isEmpty = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === "");

/** A line of the pasted text, numbered from 1. */
export type SheetLine = { line: number; cells: readonly string[] };

/**
 * Returns the pasted lines, all with as many cells as the widest one. Throws invalid_fields
 * for a text without cells, or with more lines or columns than a paste takes.
 */
export function readSheet(text: string, most: number): SheetLine[] {
  const rows = cellsOf(text);
  if (rows.length === 0) throw sheetFailure("paste.faults.empty");
  // One more line may have the headings.
  if (rows.length > most + 1) throw sheetFailure("paste.faults.rows", { most });
  let width = 0;
  for (const cells of rows) {
    const last = cells.findLastIndex((cell) => cell.trim() !== "");
    width = Math.max(width, last + 1);
  }
  if (width > mostImportColumns)
    throw sheetFailure("import.table.tooManyColumns", {
      most: mostImportColumns,
    });
  return rows.map((cells, index) => ({
    line: index + 1,
    cells: Array.from({ length: width }, (_, column) => cells[column] ?? ""),
  }));
}

/** Returns the refusal of a pasted text, for the field in which people paste it. */
export const sheetFailure = (key: string, values: Text["values"] = {}) =>
  failure("invalid_fields", { errors: { text: [{ key, values }] } });
