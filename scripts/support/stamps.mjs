import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const stampsDirectory = ".stamps";

/** Lists the files at or below a path in a fixed order. */
const filesUnder = (entry) => {
  if (!existsSync(entry)) return [];
  if (statSync(entry).isFile()) return [entry];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => filesUnder(path.posix.join(entry, name)));
};

/**
 * Hashes the names and contents of all files under `inputs`, without times and
 * modes, and the values in `facts`.
 */
export const hashInputs = ({ inputs, facts = [] }) => {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const file of inputs.flatMap(filesUnder)) {
    const content = readFileSync(file);
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
};

const stampFile = (name) => path.join(stampsDirectory, name);

/** Whether a step has run on exactly these inputs and its outputs still exist. */
export const isFresh = ({ name, hash, outputs }) =>
  existsSync(stampFile(name)) &&
  readFileSync(stampFile(name), "utf8") === hash &&
  outputs.every((output) => existsSync(output));

/** Removes the stamp of a step that is about to run. */
export const clearStamp = (name) => {
  rmSync(stampFile(name), { force: true });
};

export const writeStamp = ({ name, hash }) => {
  mkdirSync(stampsDirectory, { recursive: true });
  writeFileSync(stampFile(name), hash);
};
