import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { systemClock } from "../platform/clock";
import { ConfigError, readConfig } from "../platform/config";
import { isDatabaseUnavailable } from "../platform/database";
import { loadSchemas } from "../platform/loadSchemas";
import { ProblemsFound } from "../platform/problem";
import { findRoot } from "../platform/root";
import { checkArea } from "./feedArea";
import { FeedError } from "./feedError";
import { readMapping } from "./feedMapping";
import { BrokenOff } from "./frames";
import { readArguments, usage, UsageError } from "./importArguments";
import { ImportBroken } from "./importFeed";
import { describeResult } from "./importReport";
import { importWhereverPossible } from "./importWherever";
import { progressLine } from "./progressLine";

const codes = { done: 0, failed: 1, misused: 2 } as const;

/**
 * `npm run import`: imports a feed file, into the database itself or through
 * the server that holds it. Gives the exit code: 0 when the feed was read to
 * its end, 1 when not, 2 when the command line cannot be followed.
 */
export async function runImportCommand(
  words: readonly string[],
): Promise<number> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const complain = (text: string) => process.stderr.write(`${text}\n`);
  const line = progressLine(process.stderr);
  try {
    const wanted = readArguments(words);
    if (wanted === null) {
      say(usage);
      return codes.done;
    }
    const root = findRoot();
    const schemas = loadSchemas(root);
    const settings = readConfig(process.env);
    const dataDirectory = path.resolve(root, settings.dataDirectory);
    const config = { ...settings, dataDirectory };
    checkRequest({ ...wanted, root, schemas });
    const { feed, area, file } = wanted;
    const input = await openFeed(file);
    const result = await importWhereverPossible({
      context: { config, root, schemas, clock: systemClock },
      feed,
      area,
      input,
      onProgress: line.show,
    }).finally(() => input.destroy());
    line.clear();
    describeResult(result).forEach(say);
    return codes.done;
  } catch (error) {
    line.clear();
    if (error instanceof UsageError) {
      complain(`${error.message}\n\n${usage}`);
      return codes.misused;
    }
    complain(reasonOf(error));
    if (error instanceof ImportBroken)
      describeResult(error.result).forEach(say);
    return codes.failed;
  }
}

/** A wrong name is told before anything is opened. */
function checkRequest({
  area,
  ...request
}: Parameters<typeof readMapping>[0] & { area: string }): void {
  try {
    checkArea(area, readMapping(request));
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

/** The feed's bytes; a path is meant from where npm was called. */
async function openFeed(file: string): Promise<Readable> {
  if (file === "-") return process.stdin;
  const from = process.env.INIT_CWD ?? process.cwd();
  const name = path.resolve(from, file);
  const found = await stat(name).catch(() => null);
  if (!found) throw new UsageError(`There is no file ${name}`);
  if (found.isDirectory()) throw new UsageError(`${name} is a folder`);
  return createReadStream(name);
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
