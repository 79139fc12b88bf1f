import path from "node:path";
import { systemClock } from "../platform/clock";
import { ConfigError, readConfig } from "../platform/config";
import { isDatabaseUnavailable } from "../platform/database";
import { loadSchemas } from "../platform/schemas/loadSchemas";
import { ProblemsFound } from "../platform/problem";
import { findRoot } from "../platform/root";
import { checkArea } from "./feedArea";
import { FeedError } from "./feedError";
import { readMapping } from "./feedMapping";
import { BrokenOff } from "./frames";
import { readArguments, usage, UsageError } from "./importArguments";
import type { ImportArguments } from "./importArguments";
import { describeResult } from "./importReport";
import { ImportBroken } from "./importResult";
import { importWhereverPossible } from "./importWherever";
import { openFeed } from "./openFeed";
import { progressLine } from "./progressLine";
import { stopOnSignals } from "./stopOnSignals";
import { untilStopped } from "./untilStopped";

const codes = { done: 0, failed: 1, misused: 2 } as const;

/**
 * `npm run import`: imports a feed, into the database itself or through the
 * server that holds it. Gives the exit code: 0 when the feed was read to its
 * end, 1 when not, 2 when the command line cannot be followed, 130 when it was
 * stopped by Ctrl-C.
 */
export async function runImportCommand(
  words: readonly string[],
): Promise<number> {
  const line = progressLine(process.stderr);
  const stop = stopOnSignals(() => {
    line.clear();
    complain("Stopping after the rows at hand");
  });
  try {
    const wanted = readArguments(words);
    if (wanted === null) say(usage);
    else await runImport({ wanted, line, signal: stop.signal });
    return codes.done;
  } catch (error) {
    line.clear();
    if (error instanceof UsageError) {
      complain(`${error.message}\n\n${usage}`);
      return codes.misused;
    }
    const isStopped = stop.signal.aborted;
    complain(isStopped ? "The import was stopped" : reasonOf(error));
    if (error instanceof ImportBroken)
      describeResult(error.result).forEach(say);
    return isStopped ? stop.code() : codes.failed;
  } finally {
    stop.forget();
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

async function runImport({
  wanted,
  line,
  signal,
}: {
  wanted: ImportArguments;
  line: ReturnType<typeof progressLine>;
  signal: AbortSignal;
}): Promise<void> {
  const root = findRoot();
  const schemas = loadSchemas(root);
  const settings = readConfig(process.env);
  const dataDirectory = path.resolve(root, settings.dataDirectory);
  const checked = checkRequest({ ...wanted, root, schemas });
  const environment = process.env;
  const opened = await openFeed({ ...checked, wanted, environment, signal });
  const result = await importWhereverPossible({
    context: {
      config: { ...settings, dataDirectory },
      root,
      schemas,
      clock: systemClock,
    },
    feed: wanted.feed,
    area: wanted.area,
    rows: untilStopped(opened.rows, signal),
    onProgress: (progress) => line.show(progress, opened.portion()),
    signal,
  }).finally(opened.close);
  line.clear();
  describeResult(result).forEach(say);
}

/** A wrong name is told before anything is opened. */
function checkRequest({
  area,
  ...request
}: Parameters<typeof readMapping>[0] & { area: string }) {
  try {
    const mapping = readMapping(request);
    return { mapping, area: checkArea(area, mapping) };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

const isKnown = (error: unknown): error is Error =>
  error instanceof FeedError ||
  error instanceof ConfigError ||
  error instanceof ProblemsFound;

function reasonOf(error: unknown): string {
  if (isKnown(error)) return error.message;
  if (error instanceof BrokenOff)
    return "The server went away before the import was done";
  const reason = error instanceof Error ? error.message : String(error);
  return isDatabaseUnavailable(error)
    ? `The database cannot be reached: ${reason}`
    : `The import failed: ${reason}`;
}
