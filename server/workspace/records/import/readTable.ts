import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError } from "csv-parse";
import {
  mostImportColumns,
  mostImportedBytes,
  mostImportedRows,
} from "../../../../domain/limits";
import { csvRecords } from "../../../platform/csv";
import { failure, type Text } from "../../../platform/errors";

/** A row of a table, numbered as in a spreadsheet: the headings are usually row 1. */
export type TableRow = { line: number; cells: readonly string[] };

/** The table that a person uploads or pastes. */
export type Table = { header: readonly string[]; rows: readonly TableRow[] };

/** Parsing a piece takes a few milliseconds. */
const pieceLength = 64 * 1024;
const longestRecord = 1_000_000;

/**
 * Reads a table from CSV, or from cells that were copied from a spreadsheet. The first row
 * with text has the headings. Rows without text are left out. Throws invalid_fields for a text that
 * is no table or too large, with the reason at `text`.
 */
export async function readTable(text: string): Promise<Table> {
  if (Buffer.byteLength(text) > mostImportedBytes)
    throw tableFailure("tooLarge");
  let number = 0;
  let header: readonly string[] | undefined;
  const rows: TableRow[] = [];
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const separator = separatorOf(text.slice(start, start + pieceLength));
  const read = csvRecords(
    { separator, longestRecord, keepsEmptyLines: true },
    (record) => {
      number += 1;
      if (record.every((cell) => cell.trim() === "")) return;
      if (header) rows.push({ line: number, cells: record });
      else header = withoutEmptyEnd(record);
    },
  );
  try {
    for (let from = start, to; from < text.length; from = to) {
      to = pieceEnd(text, from + pieceLength);
      await read(text.slice(from, to));
      if (rows.length > mostImportedRows)
        throw tableFailure("tooManyRows", { most: mostImportedRows });
      await nextTurn();
    }
    await read(null);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === "CSV_QUOTE_NOT_CLOSED";
    throw tableFailure(isOpen ? "openQuote" : "unreadable", {
      line: number + 1,
    });
  }
  if (!header || rows.length === 0) throw tableFailure("empty");
  if (rows.length > mostImportedRows)
    throw tableFailure("tooManyRows", { most: mostImportedRows });
  if (header.length > mostImportColumns)
    throw tableFailure("tooManyColumns", { most: mostImportColumns });
  return { header, rows };
}

/** The parser encodes each piece by itself, so the two halves of a character stay together. */
const pieceEnd = (text: string, end: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;

const tableFailure = (reason: string, values: Text["values"] = {}) =>
  failure("invalid_fields", {
    errors: { text: [{ key: `import.table.${reason}`, values }] },
  });

/** Spreadsheets write empty cells behind the last heading. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  return cells.slice(0, last + 1);
}

/**
 * Returns the separator of the first line with text. A line with tabs comes from a
 * spreadsheet, whose headings may have commas.
 */
function separatorOf(text: string): string {
  const [line = ""] = text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/[\r\n]+/)
    .filter((each) => each.trim() !== "");
  if (line.includes("\t")) return "\t";
  const count = (separator: string) => line.split(separator).length;
  return count(";") > 1 && count(";") >= count(",") ? ";" : ",";
}
