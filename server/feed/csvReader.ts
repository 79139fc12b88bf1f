import { CsvError } from "csv-parse";
import { csvRecords } from "../platform/csv";
import { FeedSyntaxError, longestRow } from "./entry";
import type { Entry, TextReader } from "./entry";

/** The CSV dialect. A missing separator is detected; the quote is `"`. */
export type CsvShape = { separator?: string; quote?: string };

/**
 * Reads CSV with a header. Each record becomes a row with the header's names; a
 * record with more or fewer values becomes a list, which is rejected later.
 */
export function csvReader({ separator, quote }: CsvShape): TextReader {
  const records: string[][] = [];
  let header: string[] | undefined;
  let readRecords: ReturnType<typeof csvRecords> | undefined;
  let start = "";

  const create = () =>
    csvRecords(
      {
        separator: separator ?? mostFrequentSeparator(start),
        ...(quote !== undefined && { quote }),
        longestRecord: longestRow,
      },
      (record) => records.push(record),
    );

  const read = async (piece: string | null) => {
    if (!readRecords) {
      start += piece ?? "";
      if (piece !== null && !/[\r\n]/.test(start)) return;
      readRecords = create();
      await readRecords(start);
    } else if (piece !== null && piece !== "") await readRecords(piece);
    if (piece === null) await readRecords(null);
  };

  return async (piece, onEntry) => {
    try {
      await read(piece);
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      throw new FeedSyntaxError(error.message, { cause: error });
    } finally {
      for (const values of records.splice(0)) {
        if (header) onEntry(entryOf(header, values));
        else header = values;
      }
    }
  };
}

function entryOf(names: readonly string[], values: readonly string[]): Entry {
  const isWhole = values.length === names.length;
  return { kind: "row", row: isWhole ? rowOf(names, values) : values };
}

/** Of two columns with the same name, the first with a value is used. */
function rowOf(names: readonly string[], values: readonly string[]) {
  const row = new Map<string, string>();
  names.forEach((name, index) => {
    if (!row.get(name)) row.set(name, values[index] ?? "");
  });
  return Object.fromEntries(row);
}

const separators = [",", ";", "\t", "|"];

function mostFrequentSeparator(text: string): string {
  const [header = ""] = text.split(/[\r\n]/);
  const counts = separators.map((char) => header.split(char).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}
