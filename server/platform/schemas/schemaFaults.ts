import type { ErrorObject, ValidateFunction } from "ajv";
import { createAjv } from "./ajv";
import { pointerOf } from "../pointer";
import type { Fault } from "../problem";
import { reasonOf } from "./schemaReason";
import type { JsonSchema } from "./registry";

/** More faults of one file help nobody. */
const mostFaults = 50;

/**
 * What of a file breaks the schema that describes it, or a part of that schema,
 * in words for who edits the file: with the nearest valid name, and without
 * what only follows from another fault. Compiled once for each schema object.
 */
export function schemaFaults(options: {
  schema: JsonSchema;
  /** `#/definitions/access` */
  part?: string;
  content: unknown;
}): Fault[] {
  const { schema, part = "#", content } = options;
  const validate = validatorOf(schema, part);
  return validate(content) ? [] : faultsOf(validate.errors ?? []);
}

/** The errors of a verbose Ajv in words, each once. */
export function faultsOf(errors: readonly ErrorObject[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of withoutEchoes(errors)) {
    const fault = { pointer: pointerOf(error), reason: reasonOf(error) };
    faults.set(`${fault.pointer} ${fault.reason}`, fault);
  }
  return [...faults.values()].slice(0, mostFaults);
}

const compiled = new WeakMap<JsonSchema, Map<string, ValidateFunction>>();

function validatorOf(schema: JsonSchema, part: string): ValidateFunction {
  const known = compiled.get(schema) ?? new Map<string, ValidateFunction>();
  compiled.set(schema, known);
  const found = known.get(part);
  if (found) return found;
  // With the schema's parts in each error; such errors are for files only,
  // never for a reply or a log.
  const ajv = createAjv({ verbose: true });
  ajv.addSchema(schema);
  const validate = ajv.compile({ $ref: `${String(schema.$id)}${part}` });
  known.set(part, validate);
  return validate;
}

const groups = ["anyOf", "oneOf", "if", "not"];

/** Errors that say nothing of their own beside another at the same place. */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const isTyped = errors.filter(({ keyword }) => keyword === "type");
  const alternatives = errors.filter(({ keyword }) => keyword === "anyOf");
  const kept = errors.filter((error) => {
    const { keyword, instancePath, parentSchema } = error;
    if (groups.includes(keyword) || keyword === "propertyNames") return false;
    const isAlternative = alternatives.some(
      (one) => one.instancePath === instancePath,
    );
    if (isAlternative) return fitsAlternative(error);
    // A value of another type breaks the rules for that type as well.
    return (
      keyword === "type" ||
      !isTyped.some(
        (one) =>
          one.instancePath === instancePath &&
          one.parentSchema === parentSchema,
      )
    );
  });
  const told = new Set(kept.map(({ instancePath }) => instancePath));
  const untold = errors.filter(
    ({ keyword, instancePath, params }) =>
      groups.includes(keyword) &&
      params.failingKeyword === undefined &&
      ![...told].some((place) => place.startsWith(instancePath)),
  );
  return [...kept, ...untold];
}

/** Of several allowed shapes only the one that the value resembles is told. */
function fitsAlternative({ keyword, data }: ErrorObject): boolean {
  if (keyword === "type") return false;
  const isPlain = typeof data !== "object" || data === null;
  return isPlain || !["enum", "const", "pattern"].includes(keyword);
}
