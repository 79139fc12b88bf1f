import { isObject } from "../pointer";
import { fault, ProblemsFound, type Problem } from "../problem";
import { readJsonFolder, type JsonFile } from "../readJson";
import { runAtOnce, type Steps } from "../steps";
import { createAjv } from "./ajv";
import { checkSchemas, usableSchemas } from "./checkSchemas";
import {
  asDraft7,
  createSchemasInSteps,
  type JsonSchema,
  type SchemaRegistry,
} from "./registry";

export const schemaFolders = ["schemas", "schemas/calls", "schemas/meta"];

/** Reads and compiles schemas/. Throws ProblemsFound with every mistake. */
export function loadSchemas(root: string): SchemaRegistry {
  const read = schemaFolders.map((folder) => readJsonFolder(root, folder));
  const unread = read.flatMap(({ problems }) => problems);
  const files = read.flatMap((folder) => folder.files);
  const { schemas, problems } = runAtOnce(compileSchemas(files));
  if (unread.length + problems.length > 0)
    throw new ProblemsFound([...unread, ...problems]);
  return schemas;
}

/**
 * Returns the registry of the valid files and the mistakes in the others. Files
 * that refer to an invalid one are left out as well.
 */
export function* compileSchemas(
  files: readonly JsonFile[],
  /** Files that exist but could not be read. */
  unread?: ReadonlySet<string>,
): Steps<{ schemas: SchemaRegistry; problems: readonly Problem[] }> {
  const problems = yield* checkSchemas(files, unread);
  const wrong = new Set(problems.map(({ file }) => file));
  const usable = usableSchemas(files, wrong);
  try {
    const contents = usable.map(({ content }) => content as JsonSchema);
    return { schemas: yield* createSchemasInSteps(contents), problems };
  } catch (error) {
    const failed = yield* compileProblems(usable);
    if (failed.length === 0) throw error;
    const names = new Set(failed.map(({ file }) => file));
    const rest = yield* compileSchemas(usableSchemas(usable, names), unread);
    return { ...rest, problems: [...problems, ...failed] };
  }
}

/** Returns the files that Ajv cannot compile, such as those with an unknown format. */
function* compileProblems(files: readonly JsonFile[]): Steps<Problem[]> {
  const ajv = createAjv();
  for (const { content } of files)
    if (isObject(content)) ajv.addSchema(asDraft7(content));
  const problems: Problem[] = [];
  for (const { file, content } of files) {
    yield;
    try {
      if (isObject(content)) ajv.getSchema(String(content.$id));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push({ file, ...fault("", "invalid", { message }) });
    }
  }
  return problems;
}
