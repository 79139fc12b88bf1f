import type { Field, RowSchema } from "../../../domain/resource";
import type { JsonSchema } from "../../platform/schemas/registry";

/** What a schema says to people, or to the program, of the value. */
const remarks = new Set([
  "$schema",
  "$id",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
]);
/** What an import asks of a value; rows from before another limit still have theirs. */
const limits = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
]);
/** Keywords whose value is one schema, several by place, several by name. */
const single = ["items", "not", "if", "then", "else", "contains"];
const several = ["anyOf", "allOf", "oneOf"];
const named = ["properties", "patternProperties", "definitions"];

/**
 * What must hold of a reply's row whose schema, cut to its viewer, is this:
 * the schema's rules without its words. Required is only what every reply
 * carries (`x-always`), and fields that nobody knows are no fault. Limits are
 * asked of such a field alone: a value that an older schema let in is outside
 * those of today, and is a value still.
 */
export function rowRules(row: RowSchema): JsonSchema {
  const { required = [], properties } = row;
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    field["x-always"] ? rulesOf({ ...field }, isRule) : typeOf(field),
  ]);
  return {
    ...rulesOf({ ...row }, isRule),
    type: "object",
    required: required.filter((name) => properties[name]?.["x-always"]),
    properties: Object.fromEntries(fields) as JsonSchema,
  };
}

type IsKept = (keyword: string, value: unknown) => boolean;

const isRule: IsKept = (keyword, value) =>
  !remarks.has(keyword) &&
  !keyword.startsWith("x-") &&
  !(keyword === "additionalProperties" && value === false);

const isOfType: IsKept = (keyword, value) =>
  isRule(keyword, value) && !limits.has(keyword) && value !== "email";

function typeOf(field: Field): JsonSchema {
  const { items, ...rules } = rulesOf({ ...field }, isOfType);
  if (!isSchema(items)) return rules;
  const { enum: _choices, ...entry } = items;
  return { ...rules, items: entry };
}

function rulesOf(schema: JsonSchema, isKept: IsKept): JsonSchema {
  const rules = Object.entries(schema).filter(([keyword, value]) =>
    isKept(keyword, value),
  );
  return Object.fromEntries(
    rules.map(([keyword, value]) => [keyword, within(keyword, value, isKept)]),
  );
}

function within(keyword: string, value: unknown, isKept: IsKept): unknown {
  const ruleOf = (part: unknown): unknown =>
    isSchema(part) ? rulesOf(part, isKept) : part;
  if (single.includes(keyword)) return ruleOf(value);
  if (several.includes(keyword) && Array.isArray(value))
    return value.map(ruleOf);
  if (named.includes(keyword) && isSchema(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, ruleOf(part)]),
    );
  return value;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
