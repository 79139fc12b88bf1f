import type { Readable } from "node:stream";
import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rowText } from "./entry";
import { FeedError } from "./feedError";
import type { ImportProgress, ImportResult } from "./importResult";

export const ndjsonType = "application/x-ndjson";

/** A line of the server's reply. Every line after "progress" is the last. */
export type ServerMessage =
  | { kind: "progress"; progress: ImportProgress }
  | { kind: "done"; result: unknown }
  /** Not started: unknown feed, area or command, or unreadable input. */
  | { kind: "refused"; reason: string }
  /** Started, but not finished. */
  | { kind: "broken"; reason: string; result: ImportResult }
  /** Unexpected error; the log of the server has the details. */
  | { kind: "failed" };

/** A line of the command's request. */
type FeedLine = { row: unknown } | { broken: string };

/** Converts the rows of a feed, and the FeedError that ends them, into lines. */
export async function* toLines(
  rows: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  try {
    for await (const row of rows) yield `{"row":${rowText(row)}}\n`;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    yield `${JSON.stringify({ broken: error.message })}\n`;
  }
}

/** Yields the rows of such lines. Throws the FeedError that ended the rows. */
export async function* fromLines(stream: Readable): AsyncGenerator {
  for await (const line of linesOf(stream)) {
    const content = JSON.parse(line) as FeedLine;
    if ("broken" in content) throw new FeedError(content.broken);
    yield content.row;
  }
}

/**
 * Yields the lines of a text stream; each line ends with a line feed. The stream stays
 * open if its reader stops early.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  stream.setEncoding("utf8");
  const chunks = stream.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Operating systems limit the path of a socket to 103 to 107 bytes. */
const longestPath = 100;
const socketName = "import.sock";

/** Creates the folder of the socket, which only its owner may open. */
export async function makeSocketFolder(dataDirectory: string): Promise<string> {
  const folder = socketFolder(dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

export const socketFolder = (dataDirectory: string): string =>
  path.join(dataDirectory, "socket");

/**
 * Calls `use` with a path of the socket that is short enough for every system.
 * If necessary, the path leads through a temporary symbolic link.
 */
export async function withSocketPath<Result>(
  folder: string,
  use: (socketPath: string) => Promise<Result>,
): Promise<Result> {
  const direct = path.join(folder, socketName);
  if (Buffer.byteLength(direct) <= longestPath) return use(direct);
  const shortFolder = await mkdtemp(path.join(tmpdir(), "seriba-"));
  try {
    const link = path.join(shortFolder, "s");
    await symlink(folder, link);
    return await use(path.join(link, socketName));
  } finally {
    await rm(shortFolder, { recursive: true, force: true });
  }
}

/** Removes the socket that a killed server left behind. */
export const removeSocket = (folder: string): Promise<void> =>
  rm(path.join(folder, socketName), { force: true });

/** Denies other users access to the socket. */
export const closeToOthers = (folder: string): Promise<void> =>
  chmod(path.join(folder, socketName), 0o600);
