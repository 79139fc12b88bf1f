import type { ErrorObject, ValidateFunction } from "ajv";
import { pointerOf } from "../pointer";
import { fault, type Fault } from "../problem";
import { createAjv } from "./ajv";
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
  content: unknown;
}): Fault[] {
  const { schema, part = "#", content } = options;
  const validate = validatorOf(schema, part);
  return validate(content) ? [] : faultsOf(validate.errors ?? []);
}

/** Returns the errors of an Ajv with the option `verbose` as faults, each once. */
export function faultsOf(errors: readonly ErrorObject[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of withoutEchoes(errors)) {
    const { id, values } = messageOf(error);
    const found = fault(pointerOf(error), id, values);
    faults.set(`${found.pointer} ${found.reason}`, found);
  }
  return [...faults.values()].slice(0, mostFaults);
}

/** The most compiled schemas that are cached at once. */
const mostCached = 200;

const compiled = new Map<string, ValidateFunction>();

/** A set that is read again has the same schemas as other objects. */
function validatorOf(schema: JsonSchema, part: string): ValidateFunction {
  const text = JSON.stringify([part, schema]);
  const found = compiled.get(text);
  if (found) return found;
  // Verbose errors quote the data, so they are for files only, never for
  // replies or logs.
  const ajv = createAjv({ verbose: true });
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

/** Removes errors that add nothing to another error at the same place. */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const typeErrors = errors.filter(({ keyword }) => keyword === "type");
  const alternatives = errors.filter(({ keyword }) => keyword === "anyOf");
  const kept = errors.filter((error) => {
    const { keyword, instancePath, parentSchema } = error;
    if (groups.includes(keyword) || keyword === "propertyNames") return false;
    const isAlternative = alternatives.some(
      (other) => other.instancePath === instancePath,
    );
    if (isAlternative) return resemblesAlternative(error);
    // A value of another type breaks the rules for that type as well.
    return (
      keyword === "type" ||
      !typeErrors.some(
        (other) =>
          other.instancePath === instancePath &&
          other.parentSchema === parentSchema,
      )
    );
  });
  const places = kept.map(({ instancePath }) => instancePath);
  const others = errors.filter(
    ({ keyword, instancePath, params }) =>
      groups.includes(keyword) &&
      params.failingKeyword === undefined &&
      !places.some((place) => place.startsWith(instancePath)),
  );
  return [...kept, ...others];
}

/** Whether the error is about the allowed shape that the value resembles. */
function resemblesAlternative({ keyword, data }: ErrorObject): boolean {
  if (keyword === "type") return false;
  const isPlain = typeof data !== "object" || data === null;
  return isPlain || !["enum", "const", "pattern"].includes(keyword);
}
