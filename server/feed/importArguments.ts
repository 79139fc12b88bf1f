import { parseArgs } from "node:util";
import { formats } from "./feedShape";
import type { Format } from "./feedShape";
import { isEncoding } from "./feedText";
import { suggestName } from "./suggestName";

export const usage = `Usage: npm run import -- --feed NAME --into AREA [FILE|URL]

  --feed NAME      the feed's mapping, a file of feeds/ such as ajes
  --into AREA      auction, stock, stats, bikes or bike-stats
  --format FORMAT  json, xml or csv, where the feed itself does not tell
  --encoding NAME  such as windows-1251, where the feed tells it wrongly
  FILE             the feed; - reads it from standard input
  URL              the feed's address; without FILE and URL that of the setting
                   FEED_<NAME>_URL. The mapping says how it is asked for; an
                   address that ends in .json, .xml or .csv is read as it stands

While the server is running, it does the import itself. Ctrl-C stops after the
rows at hand; run again, the import goes on from there.`;

export type ImportArguments = {
  feed: string;
  area: string;
  format?: Format;
  encoding?: string;
  /** A file, `-` or an address. */
  source?: string;
};

/** A command line that cannot be followed. */
export class UsageError extends Error {}

/** The command line read; null asks for help. Throws UsageError. */
export function readArguments(
  words: readonly string[],
): ImportArguments | null {
  const { values, positionals } = parse(words);
  if (values.help) return null;
  if (values.feed === undefined) throw new UsageError("--feed is missing");
  if (values.into === undefined) throw new UsageError("--into is missing");
  const [source, ...more] = positionals;
  if (more.length > 0)
    throw new UsageError(`Only one FILE at a time, not also ${more.join(" ")}`);
  const { encoding } = values;
  if (encoding !== undefined && !isEncoding(encoding))
    throw new UsageError(`There is no encoding "${encoding}"`);
  return {
    feed: values.feed,
    area: values.into,
    format: readFormat(values.format),
    encoding,
    source,
  };
}

function readFormat(name: string | undefined): Format | undefined {
  const format = formats.find((one) => one === name);
  if (name === undefined || format !== undefined) return format;
  throw new UsageError(
    `There is no format "${name}": ${suggestName(name, formats)}`,
  );
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        feed: { type: "string" },
        into: { type: "string" },
        format: { type: "string" },
        encoding: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "");
  }
}
