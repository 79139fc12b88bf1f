import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { startWorker } from "./workerClient";

const postgresVersion = "18";

/** The files of another PostgreSQL, or of none. */
export class WrongVersion extends Error {}

/**
 * The directory of PostgreSQL's files inside the data directory, made when it
 * is missing. A new one is written aside and given its name when it is whole
 * and on the disk, so a start that is killed leaves nothing half-made. Call it
 * under the lock. Throws when the files are of another PostgreSQL version.
 */
export async function prepareFiles(dataDirectory: string): Promise<string> {
  const directory = join(dataDirectory, "database");
  if (existsSync(directory)) {
    checkVersion(directory);
    return directory;
  }
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  // A thread of its own: creating takes twice the memory that running does.
  const worker = await startWorker(
    { directory: unfinished },
    { onNotification: () => undefined, onEnd: () => undefined },
  );
  await worker.perform({ kind: "close" });
  await worker.terminate();
  syncTree(unfinished);
  renameSync(unfinished, directory);
  syncPath(dataDirectory);
  return directory;
}

function checkVersion(directory: string): void {
  const version = readFileSync(join(directory, "PG_VERSION"), "utf8").trim();
  if (version === postgresVersion) return;
  throw new WrongVersion(
    `The database in ${directory} was made by PostgreSQL ${version}; this program reads version ${postgresVersion}.`,
  );
}

function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(directory);
}

function syncPath(path: string): void {
  // Windows cannot open a directory, and needs no fsync of one.
  if (process.platform === "win32") return;
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
