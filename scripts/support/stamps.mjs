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

/** Every file at or below a path, sorted, so that a hash is repeatable. */
const filesUnder = (entry) => {
  if (!existsSync(entry)) return [];
  if (statSync(entry).isFile()) return [entry];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => filesUnder(path.posix.join(entry, name)));
};

/**
 * One hash over the names and contents of all files under `inputs` (times and
 * modes do not count), and over `facts` that are no files.
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

/** Whether a step has run on just these inputs and its results still lie there. */
export const isFresh = ({ name, hash, outputs }) =>
  existsSync(stampFile(name)) &&
  readFileSync(stampFile(name), "utf8") === hash &&
  outputs.every((output) => existsSync(output));

/** A step that is about to run counts as not done until it is stamped. */
export const clearStamp = (name) => {
  rmSync(stampFile(name), { force: true });
};

export const writeStamp = ({ name, hash }) => {
  mkdirSync(stampsDirectory, { recursive: true });
  writeFileSync(stampFile(name), hash);
};
