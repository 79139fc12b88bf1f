import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Contents of files by path. */
export type Tree = Record<string, string>;

const scripts = path.resolve("scripts");

export const writeTree = (folder: string, tree: Tree) => {
  for (const [file, content] of Object.entries(tree)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
};

export const makeFolder = (tree: Tree) => {
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-scripts-"));
  writeTree(folder, tree);
  return folder;
};

/** Creates a folder that is removed after the test. */
export const makeTestFolder = (tree: Tree) => {
  const folder = makeFolder(tree);
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};

/** Runs a script of the project in the given folder. */
export const runScript = (name: string, folder: string) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(scripts, name)],
    { cwd: folder, encoding: "utf8" },
  );
  return { status, stdout, output: stdout + stderr };
};
