import fc from "fast-check";
import { schemaPart } from "../../server/platform/schemas/schemaPart";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../server/platform/schemas/registry";

type Registry = Pick<SchemaRegistry, "all">;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Generates values that satisfy the keywords of a schema. Rules beyond the
 * schema may still refuse them. References are resolved in the schema `id`.
 */
export function fromSchema(
  schemas: Registry,
  schema: JsonSchema,
  id = "",
): fc.Arbitrary<unknown> {
  const part = (inner: unknown, of = id) =>
    isSchema(inner) ? fromSchema(schemas, inner, of) : fc.jsonValue();
  const { $ref, enum: choices, type, anyOf } = schema;
  if (typeof $ref === "string") {
    const whole = $ref.startsWith("#") ? `${id}${$ref}` : $ref;
    return part(schemaPart(schemas, whole), whole.split("#")[0]);
  }
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]));
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => part(one)));
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  return fc.oneof(...types.map((one) => ofType(one, schema, part)));
}

function ofType(
  type: unknown,
  schema: JsonSchema,
  part: (inner: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const number = (name: string, fallback: number) =>
    typeof schema[name] === "number" ? schema[name] : fallback;
  switch (type) {
    case "string":
      return ofText(schema, number("maxLength", Infinity));
    case "integer":
      return fc.integer({
        min: number("minimum", -1000),
        max: number("maximum", 1_000_000),
      });
    case "number":
      return fc.double({
        min: number("minimum", -1000),
        max: number("maximum", 1_000_000),
        noNaN: true,
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return (schema.uniqueItems === true ? fc.uniqueArray : fc.array)(
        part(schema.items),
        {
          minLength: number("minItems", 0),
          maxLength: Math.min(number("maxItems", 4), 4),
        },
      );
    case "object":
      return ofObject(schema, part);
    default:
      return fc.jsonValue();
  }
}

function ofText(schema: JsonSchema, maxLength: number): fc.Arbitrary<string> {
  if (schema.format === "email") return fc.constant("anna@example.test");
  if (schema.format === "date") return fc.constant("2026-11-20");
  const least = typeof schema.minLength === "number" ? schema.minLength : 0;
  // JSON Schema counts characters, where JavaScript counts units of UTF-16.
  const isLongEnough = (text: string) => Array.from(text).length >= least;
  if (typeof schema.pattern === "string")
    return (
      fc
        .stringMatching(new RegExp(schema.pattern))
        .filter((text) => text.length <= maxLength && isLongEnough(text))
        // The server refuses control characters before it validates a body.
        .filter((text) => !/\p{C}/u.test(text))
    );
  return fc.string({
    unit: "grapheme-ascii",
    minLength: least,
    maxLength: Math.min(maxLength, least + 40),
  });
}

function ofObject(
  { properties, required, minProperties = 0 }: JsonSchema,
  part: (inner: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const named = Object.entries(isSchema(properties) ? properties : {});
  return fc
    .record(
      Object.fromEntries(named.map(([name, inner]) => [name, part(inner)])),
      { requiredKeys: Array.isArray(required) ? (required as string[]) : [] },
    )
    .filter((object) => Object.keys(object).length >= Number(minProperties));
}
