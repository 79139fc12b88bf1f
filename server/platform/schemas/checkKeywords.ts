import { annotations, createAjv } from "./ajv";
import { suggest } from "../nearest";
import { patternFault } from "./patternFault";
import { escapePointer } from "../pointer";
import type { Fault } from "../problem";
import { faultsOf } from "./schemaFaults";
import { partKeywords } from "./schemaParts";
import { show, typeWords } from "./schemaReason";
import type { JsonSchema } from "./registry";

const plain = [
  "$id $schema $ref $comment title description default examples type enum",
  "const format pattern minLength maxLength minimum maximum multipleOf",
  "exclusiveMinimum exclusiveMaximum required minProperties maxProperties",
  "minItems maxItems uniqueItems readOnly writeOnly",
].flatMap((names) => names.split(" "));
const keywords = new Set([...partKeywords, ...plain, ...annotations]);

/** Pairs of which the second must not be less than the first. */
const bounds = [
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** What is wrong with the keywords of one schema, its parts aside. */
export function* checkKeywords(schema: JsonSchema): Generator<Fault> {
  for (const keyword of Object.keys(schema))
    if (!keywords.has(keyword))
      yield {
        pointer: `/${escapePointer(keyword)}`,
        reason: `unknown keyword "${keyword}"${suggest(keyword, keywords)}`,
      };
  yield* checkBounds(schema);
  yield* checkChoices(schema);
  yield* checkRequired(schema);
  yield* checkDefault(schema);
  const { pattern } = schema;
  const reason = typeof pattern === "string" ? patternFault(pattern) : null;
  if (reason) yield { pointer: "/pattern", reason };
}

function* checkBounds(schema: JsonSchema): Generator<Fault> {
  for (const [least, most] of bounds) {
    const [from, to] = [schema[least], schema[most]];
    if (typeof from === "number" && typeof to === "number" && from > to)
      yield {
        pointer: `/${least}`,
        reason: `${from} is more than the ${most} ${to}: no value can keep both`,
      };
  }
}

const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  integer: Number.isInteger,
  number: Number.isFinite,
};

/** Each choice is to be of one of the schema's types. */
function* checkChoices({ type, enum: choices }: JsonSchema): Generator<Fault> {
  if (!Array.isArray(choices) || type === undefined) return;
  const types = [type].flat().filter((one) => typeof one === "string");
  if (!types.every((one) => Object.hasOwn(fits, one))) return;
  for (const [index, choice] of choices.entries())
    if (!types.some((one) => fits[one]?.(choice)))
      yield {
        pointer: `/enum/${index}`,
        reason: `${show(choice)} is not ${typeWords(type)}, as the type says`,
      };
}

/** What is required is to be described, where nothing else may be there. */
function* checkRequired(schema: JsonSchema): Generator<Fault> {
  const { required, properties, additionalProperties } = schema;
  if (!Array.isArray(required) || additionalProperties !== false) return;
  const names = Object.keys(properties ?? {});
  for (const [index, name] of required.entries())
    if (typeof name === "string" && !names.includes(name))
      yield {
        pointer: `/required/${index}`,
        reason: `"${name}" is no property${suggest(name, names)}`,
      };
}

/** A default is to keep its own schema, as far as that stands by itself. */
function* checkDefault(schema: JsonSchema): Generator<Fault> {
  if (!("default" in schema) || JSON.stringify(schema).includes('"$ref"'))
    return;
  const { default: value, $id: _, $schema: __, ...rules } = schema;
  try {
    const validate = createAjv({ verbose: true }).compile(rules);
    if (validate(value)) return;
    for (const { pointer, reason } of faultsOf(validate.errors ?? []))
      yield { pointer: `/default${pointer}`, reason };
  } catch {
    // The schema itself is wrong, and told elsewhere.
  }
}
