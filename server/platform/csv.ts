import { parse, type Parser } from "csv-parse";

/** The CSV dialect. The quote is `"` by default. */
type CsvShape = {
  separator: string;
  quote?: string;
  /** In bytes; a longer record is an error. */
  longestRecord: number;
  /** Whether a line without text is a record with one empty value. */
  keepsEmptyLines?: boolean;
};

/**
 * Returns a function that parses the next piece of a text, null at its end, and calls
 * `onRecord` with the values of each record that is complete. Throws a `CsvError`.
 */
export function csvRecords(
  { separator, quote = '"', longestRecord, keepsEmptyLines = false }: CsvShape,
  onRecord: (values: string[]) => void,
): (piece: string | null) => Promise<void> {
  const parser = parse({
    delimiter: separator,
    quote,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: !keepsEmptyLines,
    max_record_size: longestRecord,
    on_record: (record: string[]) => {
      // A failed stream drops its pending records.
      onRecord(record);
      return null;
    },
  });
  // The callback reports the error; without a listener Node would exit.
  parser.on("error", () => undefined);
  return (piece) => (piece === null ? end(parser) : write(parser, piece));
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

const write = (parser: Parser, text: string): Promise<void> =>
  settled((done) => parser.write(text, done));

const end = (parser: Parser): Promise<void> =>
  settled((done) => parser.end(done));
