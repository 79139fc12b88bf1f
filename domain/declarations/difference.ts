import { pointerTo, toTree, type Change, type Document } from "./document";
import { isEqual } from "../formats";
import { isObject, own, type Json, type JsonObject } from "./json";
import { keyedList, type KeyedList } from "./keyedList";

/**
 * Returns every part that differs. List entries are matched by their key. The
 * order of an object's keys does not matter. Applying the result to `before`
 * gives `after`.
 * @example
 * difference(published, draft)
 * // [{ pointer: "/columns/price/width", kind: "set", before: 100, after: 120 }]
 */
export function difference(before: Document, after: Document): Change[] {
  return [...differences([], toTree(before), toTree(after))];
}

function* differences(
  steps: readonly string[],
  before: Json,
  after: Json,
): Generator<Change> {
  if (isEqual(before, after)) return;
  const lists = [keyedList(before), keyedList(after)] as const;
  if (isObject(before) && isObject(after))
    yield* objectDifferences(steps, before, after);
  else if (lists[0] && lists[1])
    yield* listDifferences(steps, lists[0], lists[1]);
  else yield { pointer: pointerTo(steps), kind: "set", before, after };
}

function* objectDifferences(
  steps: readonly string[],
  before: JsonObject,
  after: JsonObject,
): Generator<Change> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const path = [...steps, key];
    const [old, next] = [own(before, key), own(after, key)];
    if (old !== undefined && next !== undefined)
      yield* differences(path, old, next);
    else if (old !== undefined)
      yield { pointer: pointerTo(path), kind: "remove", before: old };
    else yield { pointer: pointerTo(path), kind: "add", after: next };
  }
}

function* listDifferences(
  steps: readonly string[],
  before: KeyedList,
  after: KeyedList,
): Generator<Change> {
  const old = new Map(before);
  const next = new Map(after);
  for (const [index, [key, entry]] of before.entries()) {
    const pointer = pointerTo([...steps, key]);
    const changed = next.get(key);
    if (changed) yield* differences([...steps, key], entry, changed);
    else {
      const behind = before[index - 1]?.[0] ?? null;
      yield { pointer, kind: "remove", behind, before: entry };
    }
  }
  for (const [index, [key, entry]] of after.entries()) {
    if (old.has(key)) continue;
    const behind = after[index - 1]?.[0] ?? null;
    const pointer = pointerTo([...steps, key]);
    yield { pointer, kind: "add", behind, after: entry };
  }
  const sharedKeys = (list: KeyedList) =>
    list.map(([key]) => key).filter((key) => old.has(key) && next.has(key));
  const orders = { before: sharedKeys(before), after: sharedKeys(after) };
  if (!isEqual(orders.before, orders.after))
    yield { pointer: pointerTo(steps), kind: "order", ...orders };
}
