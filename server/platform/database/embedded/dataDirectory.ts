import {
  chmodSync,
  closeSync,
  cpSync,
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
import { fileURLToPath } from "node:url";
import { startWorker } from "./workerClient";

const postgresVersion = "18";

/** The new database that the build makes; it does not exist beside the source. */
const builtFiles = fileURLToPath(
  new URL("../newDatabase/database", import.meta.url),
);

/** The files were written by another version of PostgreSQL. */
export class WrongVersion extends Error {}

/**
 * Returns PostgreSQL's directory inside the data directory and creates it if it
 * is missing. A new one gets its name once it is complete and on the disk, so
 * that a killed start leaves no partial database. It is a copy of the build's, if there
 * is one, because creating takes seconds and twice the memory of running. The caller must
 * hold the lock. Throws WrongVersion for files of another PostgreSQL version.
 */
export async function prepareFiles(
  dataDirectory: string,
  model = builtFiles,
): Promise<string> {
  const directory = join(dataDirectory, "database");
  if (existsSync(directory)) {
    checkVersion(directory);
    return directory;
  }
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  if (existsSync(model)) cpSync(model, unfinished, { recursive: true });
  else await createFiles(unfinished);
  chmodSync(unfinished, 0o700);
  syncTree(unfinished);
  renameSync(unfinished, directory);
  syncPath(dataDirectory);
  return directory;
}

/** Creates a database in a worker of its own, which gives its memory back. */
async function createFiles(directory: string): Promise<void> {
  mkdirSync(directory, { mode: 0o700 });
  const worker = await startWorker(
    { directory },
    { onNotification: () => undefined, onEnd: () => undefined },
  );
  try {
    await worker.perform({ kind: "close" });
  } finally {
    await worker.terminate();
  }
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
