import { csvReader } from "./csvReader";
import type { TextReader } from "./entry";
import { FeedError } from "./feedError";
import type { FeedMapping } from "./feedMapping";
import { jsonReader } from "./jsonReader";
import { xmlReader } from "./xmlReader";

export type Format = FeedMapping["formats"][number];

/** What is said of a feed's text before it is read. */
export type FeedShape = Partial<
  Pick<FeedMapping, "formats" | "rows" | "csv">
> & {
  /** The operator's choice. */
  format?: Format;
  contentType?: string;
};

export const formats: readonly Format[] = ["json", "xml", "csv"];

/**
 * The reader of a text that begins like this. The operator's choice of the
 * format decides, else a Content-Type of CSV, else the first character; one
 * that the mapping does not allow is refused by FeedError.
 */
export function chooseReader(text: string, shape: FeedShape): TextReader {
  switch (formatOf(text.trimStart().charAt(0), shape)) {
    case "json":
      return jsonReader(shape.rows?.json);
    case "xml":
      return xmlReader(shape.rows?.xml);
    case "csv":
      return csvReader(shape.csv ?? {});
  }
}

function formatOf(first: string, shape: FeedShape): Format {
  const { format, contentType = "" } = shape;
  const allowed = format ? [format] : (shape.formats ?? formats);
  const isCsv = format === "csv" || contentType.startsWith("text/csv");
  if (isCsv && allowed.includes("csv")) return "csv";
  const seen = first === "<" ? "xml" : /[[{]/.test(first) ? "json" : "csv";
  // Whatever the feed is, a provider may refuse it by a JSON object.
  if (allowed.includes(seen) || first === "{") return seen;
  const names = allowed.map((one) => one.toUpperCase()).join(" or ");
  throw new FeedError(`The feed is not ${names}: it begins with "${first}"`);
}
