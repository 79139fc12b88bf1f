import { parseArgs } from "node:util";
import { suggestName } from "./feedMapping";
import { isEncoding } from "./feedText";
import { formats, type Format } from "./readRows";

export const usage = `Usage: npm run import -- --feed NAME --into AREA [FILE|URL]

  --feed NAME      the mapping of the feed: a file of feeds/, such as ajes
  --into AREA      auction, stock, stats, bikes or bike-stats
  --format FORMAT  json, xml or csv, if it is not detected correctly
  --encoding NAME  such as windows-1251, if it is not detected correctly
  FILE             the file of the feed; - reads standard input
  URL              the address of the feed; without FILE and URL, the setting
                   FEED_<NAME>_URL. The mapping's download options apply, except
                   to an address that ends in .json, .xml or .csv

A running server does the import itself. Ctrl-C stops after the current rows;
start the import again to continue.`;

export type ImportArguments = {
  feed: string;
  area: string;
  format?: Format;
  encoding?: string;
  /** A file, `-` or an address. */
  source?: string;
};

/** The command line is invalid. */
export class UsageError extends Error {}

/** Parses the command line; null means `--help`. Throws UsageError. */
export function readArguments(
  words: readonly string[],
): ImportArguments | null {
  const { values, positionals } = parse(words);
  if (values.help) return null;
  if (values.feed === undefined) throw new UsageError("--feed is missing");
  if (values.into === undefined) throw new UsageError("--into is missing");
  const [source, ...more] = positionals;
  if (more.length > 0)
    throw new UsageError(`Only one FILE is allowed; remove ${more.join(" ")}`);
  const { encoding } = values;
  if (encoding !== undefined && !isEncoding(encoding))
    throw new UsageError(`Unknown encoding "${encoding}"`);
  return {
    feed: values.feed,
    area: values.into,
    format: readFormat(values.format),
    encoding,
    source,
  };
}

function readFormat(name: string | undefined): Format | undefined {
  const format = formats.find((known) => known === name);
  if (name === undefined || format !== undefined) return format;
  throw new UsageError(
    `Unknown format "${name}": ${suggestName(name, formats)}`,
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
