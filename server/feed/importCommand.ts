import path from "node:path";
import type { LotPorts } from "../catalog";
import { systemClock } from "../platform/clock";
import { ConfigError, readConfig } from "../platform/config";
import {
  isDatabaseUnavailable,
  type Migrations,
  OtherVersion,
} from "../platform/database";
import { loadSchemas } from "../platform/schemas/loadSchemas";
import { ProblemsFound } from "../platform/problem";
import { findRoot } from "../platform/root";
import { importOnServer } from "./commandClient";
import { FeedError } from "./feedError";
import {
  type ImportArguments,
  readArguments,
  usage,
  UsageError,
} from "./importArguments";
import {
  describeResult,
  ImportBroken,
  type ImportProgress,
  progressLine,
} from "./importResult";
import { importRows, untilStopped } from "./importRows";
import { openFeed } from "./openFeed";
import { checkArea, readMapping } from "./readMapping";
import { runOnData } from "./runOnData";

/** Everything that the command needs from the program above it. */
type Program = { ports: LotPorts; migrations: Migrations };

const codes = { done: 0, failed: 1, misused: 2 } as const;

/**
 * Runs `npm run import`: imports a feed directly into the database or through
 * the server that holds it. Returns the exit code: 0 for a complete import, 1
 * for an incomplete one, 2 for an invalid command line, 130 after Ctrl-C.
 */
export async function runImportCommand(
  words: readonly string[],
  program: Program,
): Promise<number> {
  const line = progressLine(process.stderr);
  const stop = stopOnSignals(() => {
    line.clear();
    complain("Stopping after the current rows");
  });
  try {
    const options = readArguments(words);
    if (options === null) say(usage);
    else await runImport({ options, program, line, signal: stop.signal });
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
  options,
  program: { ports, migrations },
  line,
  signal,
}: {
  options: ImportArguments;
  program: Program;
  line: ReturnType<typeof progressLine>;
  signal: AbortSignal;
}): Promise<void> {
  const root = findRoot();
  const schemas = loadSchemas(root);
  const settings = readConfig(process.env);
  const dataDirectory = path.resolve(root, settings.dataDirectory);
  const checked = checkRequest({ ...options, root, schemas });
  const environment = process.env;
  const opened = await openFeed({ ...checked, options, environment, signal });
  const { feed, area } = options;
  const request = {
    feed,
    area,
    rows: untilStopped(opened.rows, signal),
    onProgress: (progress: ImportProgress) =>
      line.show(progress, opened.portion()),
  };
  const config = { ...settings, dataDirectory };
  const result = await runOnData({
    config,
    migrations,
    signal,
    onServer: (socket) => importOnServer({ ...request, socket }),
    onDatabase: (database) =>
      importRows({
        ...request,
        context: { config, root, schemas, database, clock: systemClock, ports },
      }),
  }).finally(opened.close);
  line.clear();
  describeResult(result).forEach(say);
}

/** Checks the names of feed and area before any file is opened. */
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

const isExpected = (error: unknown): error is Error =>
  error instanceof FeedError ||
  error instanceof ConfigError ||
  error instanceof OtherVersion ||
  error instanceof ProblemsFound;

function reasonOf(error: unknown): string {
  if (isExpected(error)) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return isDatabaseUnavailable(error)
    ? `The database cannot be reached: ${reason}`
    : `The import failed: ${reason}`;
}

/** The conventional exit codes after a signal. */
const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof signalCodes;

/**
 * Aborts the returned signal on the first Ctrl-C or SIGTERM. A second one ends
 * the program at once, which is Node's default.
 */
function stopOnSignals(onStop: () => void) {
  const stop = new AbortController();
  let code: number = signalCodes.SIGINT;
  const handlers = (Object.keys(signalCodes) as StopSignal[]).map((name) => {
    const handler = () => {
      code = signalCodes[name];
      forget();
      onStop();
      stop.abort();
    };
    process.once(name, handler);
    return { name, handler };
  });
  const forget = () => {
    for (const { name, handler } of handlers) process.off(name, handler);
  };
  return { signal: stop.signal, code: () => code, forget };
}
