import {
  fromTree,
  stepsOf,
  toTree,
  type Change,
  type Document,
} from "./document";
import { isEqual } from "../formats";
import type { Json, JsonObject } from "./json";
import { isInOrder, keyedList, reorder } from "./keyedList";
import { partAt, valueAt, writePart } from "./part";

/** Entries are added last, because each is placed after its predecessor. */
const phases = ["remove", "set", "order", "add"] as const;

/**
 * Returns the document with the changes made. A change that has been made
 * already is ignored. If a part's present value is neither the `before` nor the
 * `after` of its change, the part stays and the change is a conflict.
 */
export function apply(
  document: Document,
  changes: readonly Change[],
): { document: Document; conflicts: Change[] } {
  const conflicts = new Set<Change>();
  let tree: Json = toTree(document);
  for (const phase of phases)
    for (const change of changes) {
      if (change.kind !== phase) continue;
      const next = applyChange(tree, change);
      if (next === undefined) conflicts.add(change);
      else tree = next;
    }
  return {
    document: fromTree(tree as JsonObject),
    conflicts: changes.filter((change) => conflicts.has(change)),
  };
}

/** Returns the changed tree, or undefined for a conflict. */
function applyChange(tree: Json, change: Change): Json | undefined {
  const steps = stepsOf(change.pointer);
  const present = valueAt(tree, steps);
  const [before, after] = [change.before, change.after] as (Json | undefined)[];
  if (change.kind === "order") {
    const list = keyedList(present);
    const orders = [before, after] as (string[] | undefined)[];
    if (!list || !orders.some((keys) => keys && isInOrder(list, keys)))
      return undefined;
    return writePart(tree, steps, { value: reorder(list, orders[1] ?? []) });
  }
  if (isEqual(present, after)) return tree;
  if (!isEqual(present, before)) return undefined;
  return writePart(tree, steps, { value: after, behind: change.behind });
}

/**
 * Returns `target` with the parts that the changes name copied from `source`,
 * whatever `target` has there. A part that `source` lacks is removed. If an
 * enclosing part is missing on one side, that part is copied or removed whole.
 * For a change of order only the order is copied.
 * @example
 * copyParts(present, row.before, difference(row.before, row.after)) // roll back
 */
export function copyParts(
  target: Document,
  source: Document,
  changes: readonly Pick<Change, "pointer" | "kind">[],
): Document {
  const isIn = (document: Document, pointer: string) =>
    partAt(document, pointer) !== undefined;
  const phaseOf = ({ pointer, kind }: Pick<Change, "pointer" | "kind">) => {
    if (!isIn(source, pointer)) return phases.indexOf("remove");
    return phases.indexOf(isIn(target, pointer) ? kind : "add");
  };
  return changes
    .toSorted((left, right) => phaseOf(left) - phaseOf(right))
    .reduce((document, change) => copyPart(document, source, change), target);
}

function copyPart(
  target: Document,
  source: Document,
  { pointer, kind }: Pick<Change, "pointer" | "kind">,
): Document {
  const [to, from] = [toTree(target), toTree(source)];
  const steps = stepsOf(pointer);
  const missing = steps.findIndex((_step, index) =>
    [to, from].some(
      (tree) => valueAt(tree, steps.slice(0, index + 1)) === undefined,
    ),
  );
  const reached = missing === -1 ? steps.length : missing + 1;
  for (let length = reached; length > 0; length -= 1) {
    const path = steps.slice(0, length);
    const next = writePart(to, path, {
      value: copiedValue(valueAt(to, path), valueAt(from, path), kind),
      behind: previousKey(valueAt(from, path.slice(0, -1)), path.at(-1)),
    });
    if (next !== undefined) return fromTree(next as JsonObject);
  }
  return source;
}

function copiedValue(
  present: Json | undefined,
  value: Json | undefined,
  kind: Change["kind"],
): Json | undefined {
  const [list, model] = [keyedList(present), keyedList(value)];
  return kind === "order" && list && model
    ? reorder(
        list,
        model.map(([key]) => key),
      )
    : value;
}

/** Returns the key of the entry before the one with this key, null if first. */
function previousKey(
  value: Json | undefined,
  key: string | undefined,
): string | null | undefined {
  const list = keyedList(value);
  const index = list?.findIndex(([name]) => name === key) ?? -1;
  return index === -1 ? undefined : (list?.[index - 1]?.[0] ?? null);
}
