import type { RowSchema } from "../../../domain/resource";
import type { JsonSchema } from "../../platform/schemas";

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
/** Keywords whose value is one schema, several by place, several by name. */
const single = ["items", "not", "if", "then", "else", "contains"];
const several = ["anyOf", "allOf", "oneOf"];
const named = ["properties", "patternProperties", "definitions"];

/**
 * What must hold of a reply's row whose schema, cut to its viewer, is this:
 * the schema's rules without its words. Required is only what every reply
 * carries (`x-always`), and fields that nobody knows are no fault.
 */
export function rowRules(row: RowSchema): JsonSchema {
  const { required = [], properties } = row;
  return {
    ...rulesOf({ ...row }),
    type: "object",
    required: required.filter((name) => properties[name]?.["x-always"]),
  };
}

function rulesOf(schema: JsonSchema): JsonSchema {
  const rules = Object.entries(schema).filter(
    ([keyword, value]) =>
      !remarks.has(keyword) &&
      !keyword.startsWith("x-") &&
      !(keyword === "additionalProperties" && value === false),
  );
  return Object.fromEntries(
    rules.map(([keyword, value]) => [keyword, within(keyword, value)]),
  );
}

function within(keyword: string, value: unknown): unknown {
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

const ruleOf = (value: unknown): unknown =>
  isSchema(value) ? rulesOf(value) : value;
