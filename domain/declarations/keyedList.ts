import { isList, isObject, own, type Json, type JsonObject } from "./json";

/** What an entry of a list is known by: the first of these that it has. */
const naming = ["id", "field", "value"];

export function entryKey(entry: JsonObject): string | undefined {
  const names = naming.map((name) => own(entry, name));
  return names.find((name) => typeof name === "string");
}

export type KeyedList = readonly (readonly [key: string, entry: JsonObject])[];

/** The entries by their keys, in order; null for a list of other things. */
export function keyedList(value: Json | undefined): KeyedList | null {
  if (!isList(value)) return null;
  const entries = value.flatMap((entry) => {
    const key = isObject(entry) ? entryKey(entry) : undefined;
    return isObject(entry) && key !== undefined ? [[key, entry] as const] : [];
  });
  const isWhole = entries.length === value.length;
  const isUnique = new Set(entries.map(([key]) => key)).size === value.length;
  return isWhole && isUnique ? entries : null;
}
