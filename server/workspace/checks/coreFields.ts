import { isDeepStrictEqual } from "node:util";
import { escapePointer, isObject } from "../../platform/pointer";
import { fault, type Problem } from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas/registry";

/** The keywords of an `x-core` field that the program's code depends on. */
const fixedKeywords = ["type", "format", "enum", "items", "x-dictionary"];

/**
 * Returns the `x-core` fields that were removed or changed their type. The code
 * of the running program is written for the fields as they were.
 */
export function coreFieldProblems(
  before: Pick<SchemaRegistry, "all">,
  after: Pick<SchemaRegistry, "all">,
): Problem[] {
  if (before === after) return [];
  const now = new Map(after.all().map((schema) => [schema.$id, schema]));
  return before.all().flatMap((schema): Problem[] => {
    const { properties: was } = schema;
    const is = now.get(schema.$id)?.properties;
    if (!isObject(was) || !isObject(is)) return [];
    const file = `schemas/${String(schema.$id)}.json`;
    return Object.entries(was).flatMap(([name, field]): Problem[] => {
      if (!isObject(field) || field["x-core"] !== true) return [];
      const next = is[name];
      const pointer = `/properties/${escapePointer(name)}`;
      if (!isObject(next) || next["x-core"] !== true)
        return [{ file, ...fault(pointer, "coreRemoved") }];
      const changed = fixedKeywords.find(
        (keyword) => !isDeepStrictEqual(field[keyword], next[keyword]),
      );
      if (changed === undefined) return [];
      return [{ file, ...fault(`${pointer}/${changed}`, "coreChanged") }];
    });
  });
}
