import { annotations, createAjv } from "./ajv";
import { nearest } from "./nearest";
import { escapePointer, pointerOf } from "./pointer";
import type { Problem } from "./problem";
import type { JsonFile } from "./readJson";
import type { JsonSchema } from "./schemas";

/**
 * What is wrong with the files of schemas/: anything draft-07 refuses, an id
 * that is missing or taken, a reference that leads nowhere, a misspelt keyword.
 */
export function checkSchemas(files: readonly JsonFile[]): Problem[] {
  const ajv = createAjv();
  const schemas = new Map<string, JsonSchema>();
  const problems: Problem[] = [];
  for (const { file, content } of files) {
    const id = isObject(content) ? content.$id : undefined;
    if (!isObject(content) || typeof id !== "string") {
      problems.push({ file, pointer: "/$id", reason: "has no $id" });
      continue;
    }
    if (schemas.has(id)) {
      const reason = `"${id}" is the id of another schema too`;
      problems.push({ file, pointer: "/$id", reason });
      continue;
    }
    schemas.set(id, content);
    void ajv.validateSchema(content);
    for (const error of ajv.errors ?? []) {
      const reason = error.message ?? "is no draft-07 schema";
      problems.push({ file, pointer: pointerOf(error), reason });
    }
  }
  for (const { file, content } of files)
    for (const { pointer, reason } of walk(content, "", { schemas, content }))
      problems.push({ file, pointer, reason });
  return problems.length > 0 ? problems : compileAll(files);
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keywords whose value is one schema, several, or several by name. */
const single = ["items", "additionalProperties", "not", "if", "then", "else"];
const several = ["anyOf", "allOf", "oneOf"];
const named = ["properties", "patternProperties", "definitions"];
const plain = [
  "$id $schema $ref $comment title description default examples type enum",
  "const format pattern minLength maxLength minimum maximum multipleOf",
  "exclusiveMinimum exclusiveMaximum required minProperties maxProperties",
  "minItems maxItems uniqueItems propertyNames contains readOnly writeOnly",
].flatMap((names) => names.split(" "));
const keywords = new Set([
  ...single,
  ...several,
  ...named,
  ...plain,
  ...annotations,
]);

type Known = { schemas: ReadonlyMap<string, JsonSchema>; content: unknown };
type Fault = { pointer: string; reason: string };

/** Faults that Ajv tells without saying where: keywords and references. */
function* walk(
  schema: unknown,
  pointer: string,
  known: Known,
): Generator<Fault> {
  if (!isObject(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${pointer}/${escapePointer(keyword)}`;
    if (!keywords.has(keyword)) {
      const near = nearest(keyword, keywords);
      const hint = near ? `; did you mean "${near}"?` : "";
      yield { pointer: here, reason: `unknown keyword "${keyword}"${hint}` };
    }
    if (keyword === "$ref" && typeof value === "string") {
      const reason = refuseReference(value, known);
      if (reason) yield { pointer: here, reason };
    }
    for (const [step, part] of partsOf(keyword, value))
      yield* walk(part, `${here}${step}`, known);
  }
}

function* partsOf(
  keyword: string,
  value: unknown,
): Generator<[string, unknown]> {
  if (single.includes(keyword)) yield ["", value];
  const isSeveral = several.includes(keyword) && Array.isArray(value);
  const isNamed = named.includes(keyword) && isObject(value);
  if (!isSeveral && !isNamed) return;
  for (const [name, part] of Object.entries(value))
    yield [`/${escapePointer(name)}`, part];
}

function refuseReference(reference: string, known: Known): string | null {
  const [id = "", path = ""] = reference.split("#");
  const schema = id === "" ? known.content : known.schemas.get(id);
  if (schema === undefined) {
    const near = nearest(id, known.schemas.keys());
    return `no schema "${id}"${near ? `; did you mean "${near}"?` : ""}`;
  }
  let part: unknown = schema;
  for (const name of path.split("/").slice(1))
    part = isObject(part) ? part[name] : undefined;
  return part === undefined ? `"${reference}" leads nowhere` : null;
}

function compileAll(files: readonly JsonFile[]): Problem[] {
  const ajv = createAjv();
  for (const { content } of files)
    if (isObject(content)) ajv.addSchema(content);
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
