import type { JsonSchema, SchemaRegistry } from "../schemas/registry";

/** The component of a ref: `place-bid#/definitions/body` is `place-bid.body`. */
export const componentName = (reference: string): string =>
  reference.replace("#/definitions/", ".").replace("#", "");

const prefix = "#/components/schemas/";
const left = new Set(["$id", "$schema", "definitions"]);

/**
 * A schema as OpenAPI wants it: without the annotations of ours, its
 * references leading to components. `id` is the file it stands in.
 */
export function forOpenApi(schema: unknown, id: string): unknown {
  if (Array.isArray(schema)) return schema.map((part) => forOpenApi(part, id));
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword.startsWith("x-") || left.has(keyword)) return [];
      if (keyword === "$ref" && typeof value === "string") {
        const whole = value.startsWith("#") ? `${id}${value}` : value;
        return [[keyword, `${prefix}${componentName(whole)}`]];
      }
      if (keyword === "properties") return [[keyword, eachPart(value, id)]];
      return [[keyword, forOpenApi(value, id)]];
    }),
  );
}

/** Names of properties are names, whatever keyword they look like. */
const eachPart = (parts: unknown, id: string) =>
  Object.fromEntries(
    Object.entries(parts ?? {}).map(([name, part]) => [
      name,
      forOpenApi(part, id),
    ]),
  );

/** The components that the document refers to, and those they refer to. */
export function componentsFor(
  document: unknown,
  schemas: SchemaRegistry,
): Record<string, unknown> {
  const all = everyComponent(schemas);
  const found: Record<string, unknown> = {};
  const waiting = referencesIn(document);
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (name in found) continue;
    found[name] = all.get(name);
    waiting.push(...referencesIn(found[name]));
  }
  return Object.fromEntries(
    Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function everyComponent(schemas: SchemaRegistry): Map<string, unknown> {
  return new Map(
    schemas.all().flatMap((schema: JsonSchema) => {
      const id = String(schema.$id);
      const parts = Object.entries(schema.definitions ?? {});
      return [
        [id, forOpenApi(schema, id)] as const,
        ...parts.map(
          ([name, part]) => [`${id}.${name}`, forOpenApi(part, id)] as const,
        ),
      ];
    }),
  );
}

function referencesIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([keyword, part]) =>
    keyword === "$ref" && typeof part === "string"
      ? [part.slice(prefix.length)]
      : referencesIn(part),
  );
}
