import { isAllowed, type Access, type Viewer } from "../../../domain/access";
import type { JsonSchema, SchemaRegistry } from "../schemas/registry";

/** "all" is for the whole contract; null is a reader without a session. */
export type OpenApiReader = "all" | Viewer | null;

/**
 * Returns the component name of a ref.
 *
 * @example
 * componentName("sign-in#/definitions/body"); // "sign-in.body"
 */
export const componentName = (reference: string): string =>
  reference.replace("#/definitions/", ".").replace("#", "");

const prefix = "#/components/schemas/";
const unpublished = new Set(["$id", "$schema", "definitions"]);

/**
 * Returns a schema in the form that OpenAPI expects: references lead to
 * components, and our own annotations are left out. Properties that the reader
 * may not see are left out as well. `id` is the schema file that local
 * references belong to.
 */
export function forOpenApi(
  schema: unknown,
  context: { id: string; reader: OpenApiReader },
): unknown {
  if (Array.isArray(schema))
    return schema.map((part) => forOpenApi(part, context));
  if (schema === null || typeof schema !== "object") return schema;
  const hidden = hiddenProperties(schema, context.reader);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword.startsWith("x-") || unpublished.has(keyword)) return [];
      if (keyword === "$ref" && typeof value === "string") {
        const whole = value.startsWith("#") ? `${context.id}${value}` : value;
        return [[keyword, `${prefix}${componentName(whole)}`]];
      }
      // A property may have the name of a keyword, so names are kept as they are.
      if (keyword === "properties")
        return [
          [
            keyword,
            Object.fromEntries(
              Object.entries(value as object)
                .filter(([name]) => !hidden.has(name))
                .map(([name, part]) => [name, forOpenApi(part, context)]),
            ),
          ],
        ];
      if (keyword === "required" && Array.isArray(value))
        return [[keyword, value.filter((name) => !hidden.has(String(name)))]];
      return [[keyword, forOpenApi(value, context)]];
    }),
  );
}

/** Returns the properties whose access rule excludes the reader. */
function hiddenProperties(schema: object, reader: OpenApiReader): Set<string> {
  const { properties } = schema as { properties?: Record<string, JsonSchema> };
  if (reader === "all" || !properties) return new Set();
  return new Set(
    Object.entries(properties)
      .filter(([, property]) => {
        const access = property["x-access"] as Access | undefined;
        if (access === undefined) return false;
        return reader === null || !isAllowed(access, reader);
      })
      .map(([name]) => name),
  );
}

/** Returns all components that the document refers to, also indirectly. */
export function componentsFor(
  document: unknown,
  schemas: SchemaRegistry,
  reader: OpenApiReader,
): Record<string, unknown> {
  const sources = componentSources(schemas);
  const found = new Map<string, unknown>();
  const waiting = referencesIn(document);
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const source = sources.get(name);
    if (found.has(name) || !source) continue;
    const component = forOpenApi(source.schema, { id: source.id, reader });
    found.set(name, component);
    waiting.push(...referencesIn(component));
  }
  const names = [...found.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, found.get(name)]));
}

/** Returns every schema and definition by its component name. */
const componentSources = (schemas: SchemaRegistry) =>
  new Map(
    schemas.all().flatMap((schema: JsonSchema) => {
      const id = String(schema.$id);
      const definitions = Object.entries(schema.definitions ?? {});
      return [
        [id, { id, schema: schema }] as const,
        ...definitions.map(
          ([name, part]: [string, unknown]) =>
            [`${id}.${name}`, { id, schema: part }] as const,
        ),
      ];
    }),
  );

function referencesIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([keyword, part]) =>
    keyword === "$ref" && typeof part === "string"
      ? [part.slice(prefix.length)]
      : referencesIn(part),
  );
}
