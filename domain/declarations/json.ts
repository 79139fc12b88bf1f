/** A value that JSON.parse can return. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] =>
  Array.isArray(value);

/** Returns an own property; inherited properties give undefined. */
export const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Compares two values deeply. The order of an object's keys does not matter. */
export function isSame(
  left: Json | undefined,
  right: Json | undefined,
): boolean {
  if (isList(left) && isList(right))
    return (
      left.length === right.length &&
      left.every((entry, index) => isSame(entry, right[index]))
    );
  if (isObject(left) && isObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every(
        (key) => Object.hasOwn(right, key) && isSame(left[key], right[key]),
      )
    );
  }
  return left === right;
}
