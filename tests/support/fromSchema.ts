import fc from "fast-check";
import { schemaPart } from "../../server/platform/schemas/schemaPart";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../server/platform/schemas/registry";

type Registry = Pick<SchemaRegistry, "all">;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Values of a schema; null if every value would contain itself once more. */
type Values = fc.Arbitrary<unknown> | null;

/** A schema that contains itself is followed so many times. */
const mostTurns = 2;

/**
 * Generates values that satisfy the keywords of a schema. Rules beyond the
 * schema may still refuse them. References are resolved in the schema `id`.
 */
export function fromSchema(
  schemas: Registry,
  schema: JsonSchema,
  id = "",
): fc.Arbitrary<unknown> {
  const values = valuesOf(schema, { schemas, id, path: [] });
  if (!values) throw new Error("Every value of the schema contains itself.");
  return values;
}

/** Where a schema stands, and the references that led to it. */
type Place = { schemas: Registry; id: string; path: readonly string[] };

function valuesOf(schema: JsonSchema, place: Place): Values {
  const { schemas, id, path } = place;
  const part = (inner: unknown, of = place) =>
    isSchema(inner) ? valuesOf(inner, of) : fc.jsonValue();
  const { $ref, enum: choices, type, anyOf } = schema;
  if (typeof $ref === "string") {
    const whole = $ref.startsWith("#") ? `${id}${$ref}` : $ref;
    if (path.filter((one) => one === whole).length === mostTurns) return null;
    return part(schemaPart(schemas, whole), {
      schemas,
      id: whole.split("#")[0] ?? "",
      path: [...path, whole],
    });
  }
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]));
  if (Array.isArray(anyOf)) return oneOf(anyOf.map((one) => part(one)));
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  return oneOf(types.map((one) => ofType(one, schema, part)));
}

function oneOf(all: readonly Values[]): Values {
  const possible = all.filter((values) => values !== null);
  return possible.length > 0 ? fc.oneof(...possible) : null;
}

function ofType(
  type: unknown,
  schema: JsonSchema,
  part: (inner: unknown) => Values,
): Values {
  const number = (name: string, fallback: number) =>
    typeof schema[name] === "number" ? schema[name] : fallback;
  switch (type) {
    case "string":
      return ofText(schema, number("maxLength", 60));
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
    case "array": {
      const items = part(schema.items);
      const minLength = number("minItems", 0);
      if (!items) return minLength > 0 ? null : fc.constant([]);
      return (schema.uniqueItems === true ? fc.uniqueArray : fc.array)(items, {
        minLength,
        maxLength: Math.min(number("maxItems", 4), 4),
      });
    }
    case "object":
      return ofObject(schema, part);
    default:
      return fc.jsonValue();
  }
}

function ofText(schema: JsonSchema, maxLength: number): fc.Arbitrary<string> {
  if (schema.format === "email") return fc.constant("anna@example.test");
  if (schema.format === "date") return fc.constant("2026-11-20");
  if (typeof schema.pattern === "string")
    return (
      fc
        .stringMatching(new RegExp(schema.pattern))
        // The server refuses control characters before it validates a body.
        .filter((text) => text.length <= maxLength && !/\p{C}/u.test(text))
    );
  const least = typeof schema.minLength === "number" ? schema.minLength : 0;
  return fc.string({
    unit: "grapheme-ascii",
    minLength: least,
    maxLength: Math.min(maxLength, least + 40),
  });
}

function ofObject(
  { properties, required = [], minProperties = 0 }: JsonSchema,
  part: (inner: unknown) => Values,
): Values {
  const requiredKeys = required as string[];
  const named: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, inner] of Object.entries(
    isSchema(properties) ? properties : {},
  )) {
    const values = part(inner);
    if (values) named[name] = values;
    else if (requiredKeys.includes(name)) return null;
  }
  return fc
    .record(named, { requiredKeys })
    .filter((object) => Object.keys(object).length >= Number(minProperties));
}
