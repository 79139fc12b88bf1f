import { CsvError, parse } from "csv-parse";
import type { Parser } from "csv-parse";
import { FeedSyntaxError, longestRow } from "./entry";
import type { Entry, TextReader } from "./entry";

/** The CSV dialect. A missing separator is detected; the quote is `"`. */
export type CsvShape = { separator?: string; quote?: string };

/**
 * Reads CSV with a header. Each record becomes a row with the header's names; a
 * record with more or fewer values becomes a list, which is rejected later.
 */
export function csvReader({ separator, quote = '"' }: CsvShape): TextReader {
  const records: string[][] = [];
  let header: string[] | undefined;
  let parser: Parser | undefined;
  let start = "";

  const create = () =>
    parse({
      delimiter: separator ?? mostFrequentSeparator(start),
      quote,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: longestRow,
      on_record: (record: string[]) => {
        // Stored here, because a failed stream drops its pending records.
        records.push(record);
        return null;
      },
    });

  const read = async (piece: string | null) => {
    if (!parser) {
      start += piece ?? "";
      if (piece !== null && !/[\r\n]/.test(start)) return;
      parser = create();
      await write(parser, start);
    } else if (piece !== null && piece !== "") await write(parser, piece);
    if (piece === null) await end(parser);
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

type Settled = (error?: Error | null) => void;

function settled(act: (done: Settled) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    act((error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function write(parser: Parser, text: string): Promise<void> {
  // The callback reports the error; without a listener Node would exit.
  if (parser.listenerCount("error") === 0) parser.on("error", () => undefined);
  return settled((done) => parser.write(text, done));
}

const end = (parser: Parser): Promise<void> =>
  settled((done) => parser.end(done));

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
