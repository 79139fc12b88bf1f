import { isObject } from "../pointer";
import { fault, ProblemsFound } from "../problem";
import type { JsonSchema, SchemaRegistry } from "./registry";
import { noSchema, schemaFile } from "./schemaFile";

/**
 * Returns the part of a schema that a ref names. Throws ProblemsFound if it
 * does not exist.
 *
 * @example schemaPart(schemas, "place-bid#/definitions/body")
 */
export function schemaPart(
  schemas: Pick<SchemaRegistry, "all">,
  reference: string,
): JsonSchema {
  const [id = "", pointer = ""] = reference.split("#");
  const schema = schemas.all().find(({ $id }) => $id === id);
  if (!schema) throw noSchema(reference);
  let part: unknown = schema;
  for (const name of pointer.split("/").slice(1))
    part = isObject(part) ? part[name] : undefined;
  if (isObject(part)) return part;
  const file = schemaFile(reference);
  throw new ProblemsFound([{ file, ...fault(pointer, "partMissing") }]);
}
