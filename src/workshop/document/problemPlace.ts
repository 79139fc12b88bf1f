import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";
import { labelKey } from "./choices";
import type { Declaration, Problem } from "./draft";

/** Splits a JSON pointer: `/columns/0/id` gives ["columns", 0, "id"]. */
export const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^(0|[1-9]\d*)$/.test(part) ? Number(part) : part));

/** Whether a problem is in the declaration and not in a label. */
export const isInDeclaration = ({ file }: Problem): boolean =>
  file.startsWith("resources/");

/** Where the form shows a part, and the id of the input to focus. */
export type FormPlace = { path: (string | number)[]; inputId: string };

/** Returns the id of the input for a label of the list. */
export const labelInputId = (language: string, key: string): string =>
  `label-${language}-${key}`;

/** Returns where the form shows a problem, null for problems elsewhere. */
export function formPlaceOf(
  { file, pointer }: Problem,
  { name, declaration }: { name: string; declaration: Declaration },
): FormPlace | null {
  const path = pathOf(pointer);
  if (file === `resources/${name}.json`)
    return { path, inputId: ["root", ...path].join("_") };
  const language = /^locales\/(\w+)\.json$/.exec(file)?.[1];
  const [group, resource, ...steps] = path;
  if (!language || group !== "resources" || resource !== name) return null;
  const key = steps.join(".");
  const list = String(steps[0]);
  const entries = declaration[list];
  const index = Array.isArray(entries)
    ? entries.findIndex((entry) => labelKey(list, entry) === key)
    : -1;
  const place = index === -1 ? [] : [list, index];
  return { path: place, inputId: labelInputId(language, key) };
}

type Range = { from: number; to: number };

/**
 * Returns the range of the text that a pointer names. If the part is missing,
 * it is the range of the nearest enclosing part.
 */
export function rangeOf(text: string, pointer: string): Range {
  const root = parseTree(text);
  const path = pathOf(pointer);
  for (let length = path.length; root && length >= 0; length -= 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (node) return firstLineOf(node);
  }
  return { from: 0, to: Math.min(1, text.length) };
}

/** A step of digits can be an index or a property name. */
const nodeAt = (root: Node, path: (string | number)[]): Node | undefined =>
  findNodeAtLocation(root, path) ?? findNodeAtLocation(root, path.map(String));

/** Returns the key or the opening bracket of an object or list, else all. */
function firstLineOf({ type, offset, length, parent }: Node): Range {
  const key = parent?.type === "property" ? parent.children?.[0] : undefined;
  if (type === "object" || type === "array")
    return key
      ? { from: key.offset, to: key.offset + key.length }
      : { from: offset, to: offset + 1 };
  return { from: offset, to: offset + length };
}
