import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the project's folder: the nearest folder above this file that holds
 * `schemas`. It is the same for the sources and for the build in `dist`.
 */
export function findRoot(): string {
  const start = path.dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "schemas", "meta"))) return folder;
    if (folder === path.dirname(folder))
      throw new Error(`No folder with schemas/ above ${start}`);
  }
}
