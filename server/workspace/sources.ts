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
  const read = (folders: readonly string[]) =>
    folders.map((folder) => readJsonFolder(root, folder));
  const schemas = read(schemaFolders);
  const resources = read(["resources"]);
  const feeds = read(["feeds"]);
  const locales = read(["locales"]);
  const filesOf = (found: typeof schemas) =>
    found.flatMap(({ files }) => files);
  return {
    schemas: filesOf(schemas),
    resources: filesOf(resources),
    feeds: filesOf(feeds),
    locales: filesOf(locales),
    problems: [...schemas, ...resources, ...feeds, ...locales].flatMap(
      ({ problems }) => problems,
    ),
  };
}
