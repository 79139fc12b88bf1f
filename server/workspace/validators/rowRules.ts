import type { Field, RowSchema } from "../../../domain/resource";
import type { JsonSchema } from "../../platform/schemas/registry";

/** Keywords that do not constrain the value. */
const remarks = new Set([
  "$schema",
  "$id",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
]);
/**
 * Limits that imports check. Rows from before a change of the limits may exceed
 * them.
 */
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
/** Keywords with one schema, a list of schemas, or schemas by name. */
const single = ["items", "not", "if", "then", "else", "contains"];
const several = ["anyOf", "allOf", "oneOf"];
const named = ["properties", "patternProperties", "definitions"];

/**
 * Returns the rules for a row of a reply, from the row schema cut to its
 * viewer. Only fields that every reply carries (`x-always`) are required, and
 * unknown fields are allowed. Limits apply to `x-always` fields only, because
 * other fields may hold values that an older schema allowed.
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
