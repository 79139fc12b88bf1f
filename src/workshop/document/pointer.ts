import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";

/** The keys and places of a JSON pointer: `/columns/0/id`. */
export const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^(0|[1-9]\d*)$/.test(part) ? Number(part) : part));

export type Range = { from: number; to: number };

/**
 * Where in a text a pointer leads: the part itself or, where it is missing,
 * the nearest one around it.
 */
export function rangeOf(text: string, pointer: string): Range {
  const root = parseTree(text);
  const path = pathOf(pointer);
  for (let length = path.length; root && length >= 0; length -= 1) {
    const found = nodeAt(root, path.slice(0, length));
    if (found) return shown(found);
  }
  return { from: 0, to: Math.min(1, text.length) };
}

/** A key of digits is a place of a list only where there is a list. */
const nodeAt = (root: Node, path: (string | number)[]): Node | undefined =>
  findNodeAtLocation(root, path) ?? findNodeAtLocation(root, path.map(String));

/** Of an object or list its opening, which stands on one line; else all. */
function shown({ type, offset, length, parent }: Node): Range {
  const key = parent?.type === "property" ? parent.children?.[0] : undefined;
  if (type === "object" || type === "array")
    return key
      ? { from: key.offset, to: key.offset + key.length }
      : { from: offset, to: offset + 1 };
  return { from: offset, to: offset + length };
}
