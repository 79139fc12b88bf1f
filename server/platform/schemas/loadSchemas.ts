import { checkSchemas } from "./checkSchemas";
import { ProblemsFound, type Problem } from "../problem";
import { readJsonFolder, type JsonFile } from "../readJson";
import {
  createSchemas,
  type JsonSchema,
  type SchemaRegistry,
} from "./registry";

export const schemaFolders = ["schemas", "schemas/calls", "schemas/meta"];

/**
 * Reads schemas/ and compiles it. Throws ProblemsFound with every wrong part,
 * so that no program starts with half of its contract.
 */
export function loadSchemas(root: string): SchemaRegistry {
  const read = schemaFolders.map((folder) => readJsonFolder(root, folder));
  return compileSchemas({
    files: read.flatMap(({ files }) => files),
    problems: read.flatMap(({ problems }) => problems),
  });
}

/** The registry over files of schemas/. Throws ProblemsFound. */
export function compileSchemas(read: {
  files: readonly JsonFile[];
  /** What was found wrong when they were read. */
  problems?: readonly Problem[];
}): SchemaRegistry {
  const problems = [...(read.problems ?? []), ...checkSchemas(read.files)];
  if (problems.length > 0) throw new ProblemsFound(problems);
  return createSchemas(read.files.map(({ content }) => content as JsonSchema));
}
