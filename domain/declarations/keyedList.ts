import { isEqual } from "../formats";
import { isList, isObject, own, type Json, type JsonObject } from "./json";

/** Properties that can identify a list entry, the preferred first. */
const keyNames = ["id", "field", "value"];

/** Returns the key of a list entry: its `id`, else its `field` or `value`. */
export function entryKey(entry: JsonObject): string | undefined {
  const keys = keyNames.map((name) => own(entry, name));
  return keys.find((key) => typeof key === "string");
}

export type KeyedList = readonly (readonly [key: string, entry: JsonObject])[];

/**
 * Returns the entries of a list with their keys, in order. Returns null if the
 * value is not a list, or if an entry has no key or shares it with another.
 */
export function keyedList(value: Json | undefined): KeyedList | null {
  if (!isList(value)) return null;
  const entries = value.flatMap((entry) => {
    const key = isObject(entry) ? entryKey(entry) : undefined;
    return isObject(entry) && key !== undefined ? [[key, entry] as const] : [];
  });
  const isComplete = entries.length === value.length;
  const isUnique = new Set(entries.map(([key]) => key)).size === value.length;
  return isComplete && isUnique ? entries : null;
}

/**
 * Returns the entries with those named in `order` put in that order. Other
 * entries keep their places.
 */
export function reorder(list: KeyedList, order: readonly string[]): Json[] {
  const entries = new Map(list);
  const keys = order.filter((key) => entries.has(key));
  const moving = new Set(keys);
  const next = keys.values();
  return list.map(([key, entry]) =>
    moving.has(key) ? (entries.get(next.next().value ?? key) ?? entry) : entry,
  );
}

/** Whether those entries of the list that `order` names are in that order. */
export function isInOrder(list: KeyedList, order: readonly string[]): boolean {
  const present = list.map(([key]) => key);
  return isEqual(
    present.filter((key) => order.includes(key)),
    order.filter((key) => present.includes(key)),
  );
}
