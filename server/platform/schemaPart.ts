import { ProblemsFound } from "./problem";
import type { JsonSchema, SchemaRegistry } from "./schemas";

/**
 * The part of a schema that a ref names, such as `place-bid#/definitions/body`.
 * Throws ProblemsFound where it leads nowhere.
 */
export function schemaPart(
  schemas: Pick<SchemaRegistry, "get">,
  reference: string,
): JsonSchema {
  const [id = "", pointer = ""] = reference.split("#");
  let part: unknown = schemas.get(id);
  for (const name of pointer.split("/").slice(1))
    part = isSchema(part) ? part[name] : undefined;
  if (isSchema(part)) return part;
  const file = `schemas, "${id}"`;
  throw new ProblemsFound([{ file, pointer, reason: "is missing" }]);
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
