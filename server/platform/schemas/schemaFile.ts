import { fault, ProblemsFound } from "../problem";

/** Returns the error for a ref whose schema does not exist. */
export const noSchema = (reference: string): ProblemsFound =>
  new ProblemsFound([
    { file: schemaFile(reference), ...fault("", "schemaMissing") },
  ]);

const metaPrefix = "meta-";
/** Refs name parts of calls, and parts of this schema, which is no call. */
const sharedParts = "definitions";

/**
 * Returns the file of the schema that a ref names, relative to the project,
 * whether or not it exists.
 *
 * @example schemaFile("sign-in#/definitions/body") // "schemas/calls/sign-in.json"
 */
export function schemaFile(reference: string): string {
  const [id = "", part] = reference.split("#");
  if (id.startsWith(metaPrefix))
    return `schemas/meta/${id.slice(metaPrefix.length)}.json`;
  const isOfCall = part !== undefined && id !== sharedParts;
  return isOfCall ? `schemas/calls/${id}.json` : `schemas/${id}.json`;
}
