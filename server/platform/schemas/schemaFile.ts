const metaPrefix = "meta-";
/** Parts of a call's schema are what refs name; these are named by rows. */
const sharedParts = "definitions";

/**
 * The file, relative to the project, in which a schema that a ref names is or
 * would be: `lot`, `meta-feed`, or a part of a call,
 * `place-bid#/definitions/body`.
 */
export function schemaFile(reference: string): string {
  const [id = "", part] = reference.split("#");
  if (id.startsWith(metaPrefix))
    return `schemas/meta/${id.slice(metaPrefix.length)}.json`;
  const isOfCall = part !== undefined && id !== sharedParts;
  return isOfCall ? `schemas/calls/${id}.json` : `schemas/${id}.json`;
}
