import type { ErrorObject, ValidateFunction } from "ajv";
import { isDeepStrictEqual } from "node:util";
import { pointerOf } from "../pointer";
import { fault, type Fault } from "../problem";
import { createAjv } from "./ajv";
import { referredSchemas } from "./referredSchemas";
import type { JsonSchema } from "./registry";
import { messageOf } from "./schemaReason";

/** The most faults that are reported of one file. */
const mostFaults = 50;

/**
 * Returns where a file breaks its schema, or a part of the schema, with the
 * nearest valid name. Leaves out errors that only follow from another error.
 * Each schema is compiled once.
 */
export function schemaFaults(options: {
  schema: JsonSchema;
  /** `#/definitions/access` */
  part?: string;
  /** Schemas to which the schema may refer. */
  others?: readonly JsonSchema[];
  content: unknown;
}): Fault[] {
  const { schema, part = "#", others = [], content } = options;
  const validate = validatorOf(schema, part, referredSchemas(schema, others));
  return validate(content) ? [] : faultsOf(validate.errors ?? []);
}

/** Returns the errors of an Ajv with the option `verbose` as faults, each once, at most 50. */
export function faultsOf(errors: readonly ErrorObject[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of withoutEchoes(errors)) {
    if (faults.size === mostFaults) break;
    const { id, values } = messageOf(error);
    const found = fault(pointerOf(error), id, values);
    faults.set(`${found.pointer} ${found.reason}`, found);
  }
  return [...faults.values()];
}

/** The most compiled schemas that are cached at once. */
const mostCached = 200;

const compiled = new Map<string, ValidateFunction>();

type Found = { others: readonly JsonSchema[]; validate: ValidateFunction };

/** The validators of a schema by the pointer to its part. Schema objects never change. */
const foundBySchema = new WeakMap<JsonSchema, Map<string, Found>>();

function validatorOf(
  schema: JsonSchema,
  part: string,
  others: readonly JsonSchema[],
): ValidateFunction {
  const byPart = foundBySchema.get(schema) ?? new Map<string, Found>();
  const known = byPart.get(part);
  if (known && isDeepStrictEqual(known.others, others)) return known.validate;
  const validate = compileOnce(schema, part, others);
  foundBySchema.set(schema, byPart.set(part, { others, validate }));
  return validate;
}

/** A set that is read again may have the same schemas as other objects. */
function compileOnce(
  schema: JsonSchema,
  part: string,
  others: readonly JsonSchema[],
): ValidateFunction {
  const text = JSON.stringify([part, schema, others]);
  const found = compiled.get(text);
  if (found) return found;
  // Verbose errors quote the data, so they are for files only, never for
  // replies or logs.
  const ajv = createAjv({ verbose: true });
  for (const other of others) ajv.addSchema(other);
  // For a reference to a part of a schema, Ajv would compile all of the schema.
  const { definitions } = schema;
  const validate = ajv.compile(
    part === "#" ? schema : { $ref: part, definitions },
  );
  if (compiled.size >= mostCached) compiled.clear();
  compiled.set(text, validate);
  return validate;
}

const groups = ["anyOf", "oneOf", "if", "not"];

/**
 * Removes errors that add nothing to another error at the same place. A file may have
 * 100,000 errors, so each is compared with sets of the others.
 */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const mistyped = new Map<string, Set<unknown>>();
  const alternatives = new Set<string>();
  for (const { keyword, instancePath, parentSchema } of errors) {
    if (keyword === "anyOf") alternatives.add(instancePath);
    if (keyword !== "type") continue;
    const rules = mistyped.get(instancePath) ?? new Set();
    mistyped.set(instancePath, rules.add(parentSchema));
  }
  const kept = errors.filter((error) => {
    const { keyword, instancePath, parentSchema } = error;
    if (groups.includes(keyword) || keyword === "propertyNames") return false;
    if (alternatives.has(instancePath)) return resemblesAlternative(error);
    // A value of another type breaks the rules for that type as well.
    return keyword === "type" || !mistyped.get(instancePath)?.has(parentSchema);
  });
  const places = new Set(
    kept.flatMap(({ instancePath }) => placesAround(instancePath)),
  );
  const others = errors.filter(
    ({ keyword, instancePath, params }) =>
      groups.includes(keyword) &&
      params.failingKeyword === undefined &&
      !places.has(instancePath),
  );
  return [...kept, ...others];
}

/** Returns the pointers to a value and to all values that it is in. */
function placesAround(pointer: string): string[] {
  const end = pointer.lastIndexOf("/");
  return end < 0
    ? [pointer]
    : [pointer, ...placesAround(pointer.slice(0, end))];
}

/** Whether the error is about the allowed shape that the value resembles. */
function resemblesAlternative({ keyword, data }: ErrorObject): boolean {
  if (keyword === "type") return false;
  const isPlain = typeof data !== "object" || data === null;
  return isPlain || !["enum", "const", "pattern"].includes(keyword);
}
