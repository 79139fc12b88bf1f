import { isObject } from "../pointer";
import { fault, ProblemsFound } from "../problem";
import type { JsonSchema, SchemaRegistry } from "./registry";
import { noSchema, schemaFile } from "./schemaFile";

type Schemas = Pick<SchemaRegistry, "all">;

/**
 * Returns the part of a schema that a ref names. Throws ProblemsFound if it
 * does not exist.
 *
 * @example schemaPart(schemas, "sign-in#/definitions/body")
 */
export function schemaPart(schemas: Schemas, reference: string): JsonSchema {
  const found = findPart(schemas, reference);
  if (found) return found;
  const [id = "", pointer = ""] = reference.split("#");
  if (!schemas.all().some(({ $id }) => $id === id)) throw noSchema(reference);
  const file = schemaFile(reference);
  throw new ProblemsFound([{ file, ...fault(pointer, "partMissing") }]);
}

/** Returns the part of a schema that a ref names; undefined if none exists. */
export function findPart(
  schemas: Schemas,
  reference: string,
): JsonSchema | undefined {
  const [id = "", pointer = ""] = reference.split("#");
  let part: unknown = schemas.all().find(({ $id }) => $id === id);
  for (const name of pointer.split("/").slice(1))
    part = isObject(part) ? part[name] : undefined;
  return isObject(part) ? part : undefined;
}
