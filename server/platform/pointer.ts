import type { ErrorObject } from "ajv";

/** The JSON pointer to what a validation error is about. */
export function pointerOf({ instancePath, params }: ErrorObject): string {
  const name: unknown =
    params.missingProperty ?? params.additionalProperty ?? undefined;
  return typeof name === "string"
    ? `${instancePath}/${escapePointer(name)}`
    : instancePath;
}

/** A name as one step of a JSON pointer. */
export const escapePointer = (name: string): string =>
  name.replaceAll("~", "~0").replaceAll("/", "~1");
