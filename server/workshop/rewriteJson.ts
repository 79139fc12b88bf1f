import {
  applyEdits,
  getNodeValue,
  parseTree,
  type Edit,
  type Node,
} from "jsonc-parser";
import { formatJson, orderedLike } from "../../domain/declarations/formatJson";
import { isEqual } from "../../domain/formats";
import { isObject, own, type Json } from "../../domain/declarations/json";
import { entryKey, keyedList } from "../../domain/declarations/keyedList";

/**
 * Returns the text of a JSON file, changed to contain the value. Only parts
 * that differ are rewritten, formatted as oxfmt would, so that a version
 * control system shows nothing but the changes.
 * @example rewriteJson('{ "a": 1,  "b": 2 }', { a: 1, b: 3 }) // '{ "a": 1,  "b": 3 }'
 */
export function rewriteJson(text: string, value: Json): string {
  const root = parseTree(text);
  if (!root) return `${formatJson(value)}\n`;
  return applyEdits(text, [...editsOf({ text, node: root, value })]);
}

type Part = { text: string; node: Node; value: Json };

function* editsOf({ text, node, value }: Part): Generator<Edit> {
  const present = getNodeValue(node) as Json;
  if (isEqual(present, value)) return;
  const names = partNames(present);
  const isSameType = isObject(present) === isObject(value);
  if (
    names &&
    isSameType &&
    isEqual(names.toSorted(), partNames(value)?.toSorted())
  ) {
    const order = keyedList(value)?.map(([key]) => key);
    if (!order || isEqual(order, names)) {
      for (const name of names) {
        const child = childNode(node, name);
        const part = childValue(value, name);
        if (child && part !== undefined)
          yield* editsOf({ text, node: child, value: part });
      }
      return;
    }
  }
  const line = text.slice(text.lastIndexOf("\n", node.offset) + 1, node.offset);
  const content = formatJson(orderedLike(value, present), {
    indent: /^ */.exec(line)?.[0] ?? "",
    column: line.length,
    textOf: (part, steps) => {
      const old = steps.reduce<Node | undefined>(childNode, node);
      return old && isEqual(getNodeValue(old) as Json, part)
        ? text.slice(old.offset, old.offset + old.length)
        : undefined;
    },
  });
  yield { offset: node.offset, length: node.length, content };
}

/** Returns the names of a value's parts: property names or entry keys. */
const partNames = (value: Json): string[] | undefined =>
  isObject(value) ? Object.keys(value) : keyedList(value)?.map(([key]) => key);

const childValue = (value: Json, name: string): Json | undefined =>
  isObject(value)
    ? own(value, name)
    : keyedList(value)?.find(([key]) => key === name)?.[1];

/** Returns the node of a property, of a keyed entry, or at an index. */
function childNode(node: Node | undefined, step: string): Node | undefined {
  if (node?.type === "object")
    return node.children?.find(
      ({ children: [key] = [] }) => key?.value === step,
    )?.children?.[1];
  return (
    node?.children?.find((child) => {
      const entry = getNodeValue(child) as Json;
      return isObject(entry) && entryKey(entry) === step;
    }) ?? node?.children?.[Number(step)]
  );
}
