import { schemaFolders } from "../platform/schemas/loadSchemas";
import type { Problem } from "../platform/problem";
import { readJsonFolder, type JsonFile } from "../platform/readJson";

/** The JSON files that declare the program's data and screens. */
export type Sources = {
  schemas: readonly JsonFile[];
  resources: readonly JsonFile[];
  feeds: readonly JsonFile[];
  locales: readonly JsonFile[];
  /** Files that could not be read as JSON. */
  problems: readonly Problem[];
};

/** Every folder that holds declarations, relative to the project. */
export const declaredFolders: readonly string[] = [
  ...schemaFolders,
  "resources",
  "feeds",
  "locales",
];

/** Reads all declarations of the project from its files. */
export function readSources(root: string): Sources {
  const problems: Problem[] = [];
  const read = (folder: string) => {
    const found = readJsonFolder(root, folder);
    problems.push(...found.problems);
    return found.files;
  };
  return {
    schemas: schemaFolders.flatMap(read),
    resources: read("resources"),
    feeds: read("feeds"),
    locales: read("locales"),
    problems,
  };
}
