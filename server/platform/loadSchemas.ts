import { ProblemsFound } from "./problem";
import { readJsonFolder } from "./readJson";
import { createSchemas, type JsonSchema, type SchemaRegistry } from "./schemas";
import { checkSchemas } from "./checkSchemas";

const folders = ["schemas", "schemas/calls", "schemas/meta"];

/**
 * Reads schemas/ and compiles it. Throws ProblemsFound with every wrong part,
 * so that no program starts with half of its contract.
 */
export function loadSchemas(root: string): SchemaRegistry {
  const read = folders.map((folder) => readJsonFolder(root, folder));
  const files = read.flatMap(({ files }) => files);
  const problems = [
    ...read.flatMap(({ problems }) => problems),
    ...checkSchemas(files),
  ];
  if (problems.length > 0) throw new ProblemsFound(problems);
  return createSchemas(files.map(({ content }) => content as JsonSchema));
}
