import {
  withInherited,
  withoutInherited,
} from "../../domain/declarations/extend";
import type { Json } from "../../domain/declarations/json";
import { schemaFolders } from "../platform/schemas/loadSchemas";
import type { Problem } from "../platform/problem";
import { readJsonFolder, type JsonFile } from "../platform/readJson";

/** The JSON files that declare the program's data and screens. */
export type Sources = {
  schemas: readonly JsonFile[];
  resources: readonly JsonFile[];
  dashboards: readonly JsonFile[];
  feeds: readonly JsonFile[];
  locales: readonly JsonFile[];
  /** Files that could not be read as JSON. */
  problems: readonly Problem[];
};

/** Every folder that holds declarations, relative to the project. */
export const declaredFolders: readonly string[] = [
  ...schemaFolders,
  "resources",
  "dashboards",
  "feeds",
  "locales",
];

/** Fills in the keys that declarations take over from others. */
function complete(files: readonly JsonFile[]): JsonFile[] {
  const find = declarationFinder(files);
  return files.map(({ file, content }) => ({
    file,
    content: withInherited(content as Json, find),
  }));
}

/**
 * Returns the files of declarations as they are written, without the keys that
 * they take over.
 */
export function writtenFiles(files: readonly JsonFile[]): JsonFile[] {
  const find = declarationFinder(files);
  return files.map(({ content, ...file }) => ({
    ...file,
    content: withoutInherited(content as Json, find),
  }));
}

/** Returns a search of declarations by their name. */
export const declarationFinder =
  (files: readonly JsonFile[]) =>
  (name: string): Json | undefined =>
    files.find(({ file }) => file === `resources/${name}.json`)?.content as
      | Json
      | undefined;

/**
 * Reads all declarations of the project from its files. A declaration that
 * extends another one has the keys that it takes over.
 */
export function readSources(root: string): Sources {
  const problems: Problem[] = [];
  const read = (folder: string) => {
    const found = readJsonFolder(root, folder);
    problems.push(...found.problems);
    return found.files;
  };
  return {
    schemas: schemaFolders.flatMap(read),
    resources: complete(read("resources")),
    dashboards: read("dashboards"),
    feeds: read("feeds"),
    locales: read("locales"),
    problems,
  };
}
