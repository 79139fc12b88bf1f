import { findNodeAtLocation, parseTree, type JSONPath } from "jsonc-parser";

/** The other keys of the object around a key that is being written. */
export function presentKeys(text: string, path: JSONPath): string[] {
  const root = parseTree(text);
  const object = root && findNodeAtLocation(root, path.slice(0, -1));
  const written = path.at(-1);
  return (object?.children ?? []).flatMap(({ children: [key] = [] }) =>
    typeof key?.value === "string" && key.value !== written ? [key.value] : [],
  );
}
