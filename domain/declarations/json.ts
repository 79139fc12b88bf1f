/** JSON as it comes of JSON.parse. */
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

/** An own property; what the object merely inherits is none. */
export const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Whether two values say the same; the order of an object's keys is nothing. */
export function isSame(
  one: Json | undefined,
  other: Json | undefined,
): boolean {
  if (isList(one) && isList(other))
    return (
      one.length === other.length &&
      one.every((entry, index) => isSame(entry, other[index]))
    );
  if (isObject(one) && isObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every(
        (key) => Object.hasOwn(other, key) && isSame(one[key], other[key]),
      )
    );
  }
  return one === other;
}
