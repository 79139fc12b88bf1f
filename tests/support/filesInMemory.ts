import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { freemem } from "node:os";
import path from "node:path";

/** A folder of Linux in memory. */
const memory = "/dev/shm";
const prefix = "seriba-tests-";

/** A run needs less than a third of it. A container often has 64 MB. */
const neededBytes = 2 * 2 ** 30;

/**
 * Keeps the temporary files of a run in memory where it has enough, because the
 * thousands of files of the databases are most of the system's work on a disk.
 * A `TMPDIR` of the caller stays. Returns a function that removes the files.
 */
export function keepFilesInMemory(): () => void {
  if (process.env.TMPDIR || !hasSpace()) return () => undefined;
  removeLeftovers();
  const folder = mkdtempSync(path.join(memory, `${prefix}${process.pid}-`));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return remove;
}

function hasSpace(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= neededBytes;
  } catch {
    return false;
  }
}

/** Removes the files of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix)) continue;
    const [pid = ""] = name.slice(prefix.length).split("-");
    if (!existsSync(`/proc/${pid}`))
      rmSync(path.join(memory, name), { recursive: true, force: true });
  }
}
