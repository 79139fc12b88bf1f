import { pointerTo, stepsOf, toTree, type Document } from "./document";
import { isObject, own, type Json } from "./json";
import { entryKey, keyedList } from "./keyedList";

/**
 * Returns the value one step into an object or a keyed list, where the step is
 * a property name or an entry's key.
 */
function childOf(value: Json | undefined, step: string): Json | undefined {
  const list = keyedList(value);
  if (list) return list.find(([key]) => key === step)?.[1];
  return isObject(value) ? own(value, step) : undefined;
}

/** Returns the value at the steps, or undefined if it does not exist. */
export const valueAt = (
  tree: Json | undefined,
  steps: readonly string[],
): Json | undefined => steps.reduce(childOf, tree);

/**
 * Returns the part of a document that a change's pointer names, or undefined
 * if the document does not have it.
 * @example partAt(document, "/columns/price/width") // 120
 */
export const partAt = (document: Document, pointer: string): Json | undefined =>
  valueAt(toTree(document), stepsOf(pointer));

/**
 * Returns the tree with another value at the steps; undefined removes the part.
 * A new list entry is placed after the entry with the key `behind`, first for
 * null, otherwise last. Returns undefined if the steps lead nowhere, or if the
 * write would change an entry's key.
 */
export function writePart(
  tree: Json,
  steps: readonly string[],
  { value, behind }: { value: Json | undefined; behind?: string | null },
): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const list = keyedList(tree);
  if (!list && !isObject(tree)) return undefined;
  const child = childOf(tree, step);
  if (rest.length > 0 && child === undefined) return undefined;
  const next =
    child === undefined || rest.length === 0
      ? value
      : writePart(child, rest, { value, behind });
  if (next === undefined && rest.length > 0) return undefined;
  if (!list) {
    const { [step]: _previous, ...others } = tree as { [key: string]: Json };
    if (next === undefined) return others;
    return { ...(tree as { [key: string]: Json }), [step]: next };
  }
  const entries = list.map(([, entry]): Json => entry);
  const index = list.findIndex(([key]) => key === step);
  if (next === undefined)
    return index === -1 ? entries : entries.toSpliced(index, 1);
  if (!isObject(next) || entryKey(next) !== step) return undefined;
  if (index !== -1) return entries.with(index, next);
  const before = list.findIndex(([key]) => key === behind);
  const place =
    behind === null ? 0 : before === -1 ? entries.length : before + 1;
  return entries.toSpliced(place, 0, next);
}

/**
 * Returns the JSON pointer for a pointer that names entries by key:
 * `/columns/price/width` becomes `/columns/3/width`. It ends at the last part
 * that the declaration has.
 */
export function jsonPointer(declaration: Json, pointer: string): string {
  const steps: string[] = [];
  let value: Json | undefined = declaration;
  for (const step of stepsOf(pointer)) {
    const list = keyedList(value);
    const index = list?.findIndex(([key]) => key === step);
    value = childOf(value, step);
    if (value === undefined) break;
    steps.push(index === undefined ? step : String(index));
  }
  return pointerTo(steps);
}
