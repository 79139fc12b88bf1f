import { meValue } from "../../../domain/condition/decide";
import { todayValue } from "../../../domain/resource";
import { hintFor } from "../nearest";
import { escapePointer, isObject } from "../pointer";
import { fault, under, type Fault } from "../problem";
import { annotations, createAjv } from "./ajv";
import { patternFault } from "./patternFault";
import type { JsonSchema } from "./registry";
import { faultsOf } from "./schemaFaults";
import { show, typeWords } from "./schemaReason";

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const single = [
  "items additionalProperties not if then else contains propertyNames",
].flatMap((names) => names.split(" "));
const several = ["anyOf", "allOf", "oneOf"];
const named = ["properties", "patternProperties", "definitions"];

/** The keywords that hold schemas. */
const partKeywords: readonly string[] = [...single, ...several, ...named];

const plain = [
  "$id $schema $ref $comment title description default examples type enum",
  "const format pattern minLength maxLength minimum maximum multipleOf",
  "exclusiveMinimum exclusiveMaximum required minProperties maxProperties",
  "minItems maxItems uniqueItems readOnly writeOnly",
].flatMap((names) => names.split(" "));
const keywords = new Set([
  ...partKeywords,
  ...plain,
  ...annotations,
  "x-notBefore",
]);

/** Pairs of keywords; the second must not be less than the first. */
const bounds = [
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Yields the mistakes in the keywords of one schema, without its parts. */
export function* checkKeywords(schema: JsonSchema): Generator<Fault> {
  for (const name of Object.keys(schema))
    if (!keywords.has(name)) {
      const hint = hintFor(name, keywords);
      yield fault(`/${escapePointer(name)}`, "unknownKey", { name, hint });
    }
  yield* checkBounds(schema);
  yield* checkChoices(schema);
  yield* checkRequired(schema);
  yield* checkDefault(schema);
  const { pattern } = schema;
  const wrong = typeof pattern === "string" ? patternFault(pattern) : null;
  if (wrong) yield fault("/pattern", wrong.id, wrong.values);
}

function* checkBounds(schema: JsonSchema): Generator<Fault> {
  for (const [least, most] of bounds) {
    const [from, to] = [schema[least], schema[most]];
    if (typeof from === "number" && typeof to === "number" && from > to)
      yield fault(`/${least}`, "crossedBounds", { from, to, most });
  }
}

const hasType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  integer: Number.isInteger,
  number: Number.isFinite,
};

/** Each choice must have one of the schema's types. */
function* checkChoices({ type, enum: choices }: JsonSchema): Generator<Fault> {
  if (!Array.isArray(choices) || type === undefined) return;
  const types = [type].flat().filter((name) => typeof name === "string");
  if (!types.every((name) => Object.hasOwn(hasType, name))) return;
  for (const [index, choice] of choices.entries())
    if (!types.some((name) => hasType[name]?.(choice))) {
      const values = { value: show(choice), types: typeWords(type) };
      yield fault(`/enum/${index}`, "wrongType", values);
    }
}

/** A required property must be described if no other property is allowed. */
function* checkRequired(schema: JsonSchema): Generator<Fault> {
  const { required, properties, additionalProperties } = schema;
  if (!Array.isArray(required) || additionalProperties !== false) return;
  const names = Object.keys(properties ?? {});
  for (const [index, name] of required.entries())
    if (typeof name === "string" && !names.includes(name)) {
      const hint = hintFor(name, names);
      yield fault(`/required/${index}`, "unknownProperty", { name, hint });
    }
}

/**
 * A default must match its own schema; schemas with a `$ref` are not checked. The values
 * that stand for the day and the person are for dates and for ids.
 */
function* checkDefault(schema: JsonSchema): Generator<Fault> {
  if (!("default" in schema) || JSON.stringify(schema).includes('"$ref"'))
    return;
  const { default: value, $id: _, $schema: __, ...rules } = schema;
  const isId = schema["x-code"] === true && !schema.enum;
  if (value === todayValue && schema.format === "date") return;
  if (value === meValue && isId) return;
  try {
    const validate = createAjv({ verbose: true }).compile(rules);
    if (validate(value)) return;
    for (const found of faultsOf(validate.errors ?? []))
      yield under("/default", found);
  } catch {
    // The schema itself is invalid, which is reported elsewhere.
  }
}

/** Yields the schemas within a keyword's value, each with its pointer. */
export function* partsOf(
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
