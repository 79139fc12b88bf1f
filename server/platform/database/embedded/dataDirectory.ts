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

/** The files were written by another version of PostgreSQL. */
export class WrongVersion extends Error {}

/**
 * Returns PostgreSQL's directory inside the data directory and creates it if it
 * is missing. A new one gets its name once it is complete and on the disk, so
 * that a killed start leaves no partial database. The caller must hold the
 * lock. Throws WrongVersion for files of another PostgreSQL version.
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
  // In a worker of its own, because creating takes twice the memory of running.
  const worker = await startWorker(
    { directory: unfinished },
    { onNotification: () => undefined, onEnd: () => undefined },
  );
  try {
    await worker.perform({ kind: "close" });
  } finally {
    await worker.terminate();
  }
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

/** Waits until the files of a folder are on the disk. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(directory);
}

function syncPath(path: string): void {
  // Windows cannot open directories.
  if (process.platform === "win32") return;
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
