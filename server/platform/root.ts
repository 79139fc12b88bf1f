import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of the project: the nearest one above this program that holds
 * `schemas`, whether the program runs from its sources or from `dist`.
 */
export function findRoot(): string {
  const start = path.dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "schemas", "meta"))) return folder;
    if (folder === path.dirname(folder))
      throw new Error(`No folder with schemas/ above ${start}`);
  }
}
