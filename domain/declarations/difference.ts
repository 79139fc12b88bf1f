import { asOne, pointerTo, type Change, type Document } from "./document";
import { isObject, isSame, own, type Json, type JsonObject } from "./json";
import { keyedList, type KeyedList } from "./keyedList";

/**
 * Every part that differs, entries of lists by their id: what `apply` makes of
 * the document before is the document after. Only the order of an object's
 * keys is no difference.
 */
export function difference(before: Document, after: Document): Change[] {
  return [...differenceOf([], asOne(before), asOne(after))];
}

function* differenceOf(
  steps: readonly string[],
  before: Json,
  after: Json,
): Generator<Change> {
  if (isSame(before, after)) return;
  const lists = [keyedList(before), keyedList(after)] as const;
  if (isObject(before) && isObject(after))
    yield* ofObjects(steps, before, after);
  else if (lists[0] && lists[1]) yield* ofLists(steps, lists[0], lists[1]);
  else yield { pointer: pointerTo(steps), kind: "set", before, after };
}

function* ofObjects(
  steps: readonly string[],
  before: JsonObject,
  after: JsonObject,
): Generator<Change> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const here = [...steps, key];
    const [was, is] = [own(before, key), own(after, key)];
    if (was !== undefined && is !== undefined)
      yield* differenceOf(here, was, is);
    else if (was !== undefined)
      yield { pointer: pointerTo(here), kind: "remove", before: was };
    else yield { pointer: pointerTo(here), kind: "add", after: is };
  }
}

function* ofLists(
  steps: readonly string[],
  before: KeyedList,
  after: KeyedList,
): Generator<Change> {
  const was = new Map(before);
  const is = new Map(after);
  for (const [index, [key, entry]] of before.entries()) {
    const pointer = pointerTo([...steps, key]);
    const next = is.get(key);
    if (next) yield* differenceOf([...steps, key], entry, next);
    else {
      const behind = before[index - 1]?.[0] ?? null;
      yield { pointer, kind: "remove", behind, before: entry };
    }
  }
  for (const [index, [key, entry]] of after.entries()) {
    if (was.has(key)) continue;
    const behind = after[index - 1]?.[0] ?? null;
    const pointer = pointerTo([...steps, key]);
    yield { pointer, kind: "add", behind, after: entry };
  }
  const order = (list: KeyedList) =>
    list.map(([key]) => key).filter((key) => was.has(key) && is.has(key));
  const orders = { before: order(before), after: order(after) };
  if (!isSame(orders.before, orders.after))
    yield { pointer: pointerTo(steps), kind: "order", ...orders };
}

/** What takes the changes back. */
export const inverse = (changes: readonly Change[]): Change[] =>
  changes.map(({ before, after, ...change }) => ({
    ...change,
    kind: opposite[change.kind],
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
  }));

const opposite = {
  add: "remove",
  remove: "add",
  set: "set",
  order: "order",
} as const;
