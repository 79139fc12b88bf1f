import { ProblemsFound } from "../problem";
import { schemaFile } from "./schemaFile";
import type { JsonSchema, SchemaRegistry } from "./registry";

/**
 * The part of a schema that a ref names, such as `place-bid#/definitions/body`.
 * Throws ProblemsFound where it leads nowhere.
 */
export function schemaPart(
  schemas: Pick<SchemaRegistry, "all">,
  reference: string,
): JsonSchema {
  const [id = "", pointer = ""] = reference.split("#");
  const file = schemaFile(reference);
  const schema = schemas.all().find(({ $id }) => $id === id);
  if (!schema) {
    const reason = "no schema has this id";
    throw new ProblemsFound([{ file, pointer: "", reason }]);
  }
  let part: unknown = schema;
  for (const name of pointer.split("/").slice(1))
    part = isSchema(part) ? part[name] : undefined;
  if (isSchema(part)) return part;
  throw new ProblemsFound([{ file, pointer, reason: "is missing" }]);
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
