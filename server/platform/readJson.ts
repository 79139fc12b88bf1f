import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Problem } from "./problem";

/** A JSON file that was read. */
export type JsonFile = { file: string; content: unknown };

/**
 * The JSON files right in a folder of the project, by name. A file that is no
 * JSON is a problem; a folder that is not there holds no files.
 */
export function readJsonFolder(
  root: string,
  folder: string,
): { files: JsonFile[]; problems: Problem[] } {
  const files: JsonFile[] = [];
  const problems: Problem[] = [];
  for (const name of namesIn(path.join(root, folder))) {
    const file = `${folder}/${name}`;
    try {
      const text = readFileSync(path.join(root, folder, name), "utf8");
      files.push({ file, content: JSON.parse(text) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unreadable";
      problems.push({ file, pointer: "", reason });
    }
  }
  return { files, problems };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort();
  } catch {
    return [];
  }
}
