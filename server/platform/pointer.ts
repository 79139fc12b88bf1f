import type { ErrorObject } from "ajv";

/** Returns the JSON pointer to the place that a validation error is about. */
export function pointerOf(error: ErrorObject): string {
  const { instancePath, params, propertyName } = error;
  const name: unknown =
    params.missingProperty ?? params.additionalProperty ?? propertyName;
  return typeof name === "string"
    ? `${instancePath}/${escapePointer(name)}`
    : instancePath;
}

/** Returns a name as one step of a JSON pointer. */
export const escapePointer = (name: string): string =>
  name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns whether a JSON value is an object, not a list or null. */
export const isObject = (
  value: unknown,
): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
