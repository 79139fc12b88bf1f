import { checkKeywords } from "./checkKeywords";
import { checkRow, isRow } from "./checkRow";
import { createAjv } from "./ajv";
import { escapePointer, isObject } from "../pointer";
import type { Fault, Problem } from "../problem";
import type { JsonFile } from "../readJson";
import { faultsOf } from "./schemaFaults";
import { partsOf, refuseReference } from "./schemaParts";
import { asDraft7, draft7, type JsonSchema } from "./registry";

/**
 * What is wrong with the files of schemas/: anything draft-07 refuses, an id
 * that is missing, not the file's or taken, a reference that leads nowhere, a
 * misspelt keyword, rules that nothing can keep, a pattern that may take for
 * ever; and what a row may not be.
 */
export function checkSchemas(files: readonly JsonFile[]): Problem[] {
  const problems = files.flatMap((file) => idProblems(file, files));
  const byId = schemasById(files);
  for (const { file, content } of files)
    for (const fault of contentFaults(content, byId))
      problems.push({ file, ...fault });
  problems.push(...areaProblems(files));
  return problems.length > 0 ? problems : compileAll(files);
}

/**
 * The files that can be used when those with these problems are left out, and
 * those that stand on them; so that the rest can still be checked.
 */
export function usableSchemas(
  files: readonly JsonFile[],
  problems: readonly Problem[],
): readonly JsonFile[] {
  if (problems.length === 0) return files;
  const wrong = new Set(problems.map(({ file }) => file));
  const rest = files.filter(({ file }) => !wrong.has(file));
  return usableSchemas(rest, checkSchemas(rest));
}

function schemasById(files: readonly JsonFile[]): Map<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>();
  for (const { content } of files)
    if (isObject(content) && typeof content.$id === "string")
      schemas.set(content.$id, content);
  return schemas;
}

/** `schemas/meta/feed.json` is "meta-feed", any other file its own name. */
const idOfFile = (file: string): string =>
  file
    .replace(/\.json$/, "")
    .replace("schemas/meta/", "meta-")
    .replace(/^.*\//, "");

function idProblems(
  { file, content }: JsonFile,
  files: readonly JsonFile[],
): Problem[] {
  if (!isObject(content)) {
    const reason = "is no schema, which is an object";
    return [{ file, pointer: "", reason }];
  }
  const refuse = (reason: string) => [{ file, pointer: "/$id", reason }];
  const { $id } = content;
  if (typeof $id !== "string") return refuse("has no $id");
  const first = files.find(
    (other) => isObject(other.content) && other.content.$id === $id,
  );
  if (first?.content !== content)
    return refuse(`"${$id}" is the id of ${first?.file ?? "another schema"}`);
  const wanted = idOfFile(file);
  return $id === wanted ? [] : refuse(`must be the file's name, "${wanted}"`);
}

const rowSchema = /^\.{1,2}\/(schemas\/)?meta\/row\.json$/;

function* contentFaults(
  content: unknown,
  schemas: ReadonlyMap<string, JsonSchema>,
): Generator<Fault> {
  if (!isObject(content)) return;
  const { $schema = draft7 } = content;
  const isKnown = typeof $schema === "string" && rowSchema.test($schema);
  if ($schema !== draft7 && !isKnown) {
    const reason = `must be "${draft7}", or "./meta/row.json" for a row`;
    yield { pointer: "/$schema", reason };
  }
  const faults = rowFaults(content, schemas);
  const inRow = new Set(faults.map(({ pointer }) => pointer));
  faults.push(
    ...draftFaults(content).filter(({ pointer }) => !inRow.has(pointer)),
  );
  yield* faults;
  const told = new Set(faults.map(({ pointer }) => pointer));
  for (const fault of walk(content, "", { schemas, content }))
    if (!told.has(fault.pointer)) yield fault;
}

function rowFaults(
  content: JsonSchema,
  schemas: ReadonlyMap<string, JsonSchema>,
): Fault[] {
  const meta = schemas.get("meta-row");
  const isUsable = meta !== undefined && draftFaults(meta).length === 0;
  return isUsable && isRow(content) ? checkRow(content, meta) : [];
}

/** Compiles draft-07 once; it keeps no schema that it judges. */
const judge = createAjv({ verbose: true });

function draftFaults(content: JsonSchema): Fault[] {
  void judge.validateSchema(asDraft7(content));
  return faultsOf(judge.errors ?? []);
}

type Known = { schemas: ReadonlyMap<string, JsonSchema>; content: unknown };

/** Faults that Ajv does not tell, or tells without saying where. */
function* walk(
  schema: unknown,
  pointer: string,
  known: Known,
): Generator<Fault> {
  if (!isObject(schema)) return;
  for (const fault of checkKeywords(schema))
    yield { ...fault, pointer: `${pointer}${fault.pointer}` };
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${pointer}/${escapePointer(keyword)}`;
    if (keyword === "$ref" && typeof value === "string") {
      const reason = refuseReference(value, known);
      if (reason) yield { pointer: here, reason };
    }
    for (const [step, part] of partsOf(keyword, value))
      yield* walk(part, `${here}${step}`, known);
  }
}

/** An area is one of one row only: its lots are read by that schema. */
function areaProblems(files: readonly JsonFile[]): Problem[] {
  const owners = new Map<unknown, string>();
  return files.flatMap(({ file, content }) => {
    const areas = isObject(content) ? content["x-areas"] : [];
    if (!Array.isArray(areas)) return [];
    return areas.flatMap((area: unknown, index) => {
      const owner = owners.get(area);
      owners.set(area, file);
      if (owner === undefined || owner === file) return [];
      const reason = `"${String(area)}" is an area of ${owner} too`;
      return [{ file, pointer: `/x-areas/${index}`, reason }];
    });
  });
}

function compileAll(files: readonly JsonFile[]): Problem[] {
  const ajv = createAjv();
  for (const { content } of files)
    if (isObject(content)) ajv.addSchema(asDraft7(content));
  return files.flatMap(({ file, content }) => {
    try {
      if (isObject(content)) ajv.getSchema(String(content.$id));
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : "is wrong";
      return [{ file, pointer: "", reason }];
    }
  });
}
