import { parseArgs } from "node:util";

export const usage = `Usage: npm run import -- --feed NAME --into AREA FILE

  --feed NAME   the feed's mapping, a file of feeds/ such as ajes
  --into AREA   auction, stock, stats, bikes or bike-stats
  FILE          the feed, a JSON file; - reads it from standard input

While the server is running, it does the import itself.`;

export type ImportArguments = { feed: string; area: string; file: string };

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
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError("FILE is missing");
  if (more.length > 0)
    throw new UsageError(`Only one FILE at a time, not also ${more.join(" ")}`);
  return { feed: values.feed, area: values.into, file };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        feed: { type: "string" },
        into: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "");
  }
}
