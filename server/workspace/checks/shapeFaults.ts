import { escapePointer } from "../../platform/pointer";
import type { Fault } from "../../platform/problem";

/** Deeper than any declaration is, and shallow enough for all that walks it. */
const deepest = 60;

/**
 * What no program should walk through, whoever wrote it: JSON that is nested
 * without an end, and names that JavaScript takes for something else.
 */
export function shapeFaults(content: unknown): Fault[] {
  const waiting = [{ value: content, pointer: "", depth: 0 }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { value, pointer, depth } = one;
    if (typeof value !== "object" || value === null) continue;
    if (depth > deepest)
      return [{ pointer, reason: `is nested deeper than ${deepest}` }];
    for (const [name, part] of Object.entries(value)) {
      const here = `${pointer}/${escapePointer(name)}`;
      if (name === "__proto__")
        return [{ pointer: here, reason: 'no key may be "__proto__"' }];
      waiting.push({ value: part, pointer: here, depth: depth + 1 });
    }
  }
  return [];
}
