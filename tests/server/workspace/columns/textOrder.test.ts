import fc from "fast-check";
import { expect, it } from "vitest";
import {
  compareKeys,
  comparisonOf,
} from "../../../../server/workspace/columns/query/order";

/** Compares by the code points, one by one. */
function byCodePoints(a: string, b: string): number {
  const [left, right] = [a, b].map((text) =>
    Array.from(text, (character) => character.codePointAt(0) ?? 0),
  );
  for (const [place, point] of (left ?? []).entries()) {
    const other = right?.[place];
    if (other === undefined) return 1;
    if (point !== other) return point - other;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

const characters = [
  "a",
  "b",
  "Ж",
  "車",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "😀",
  "𝒳",
];
const text = fc
  .array(fc.constantFrom(...characters), { maxLength: 4 })
  .map((parts) => parts.join(""));

it("orders texts by code points, with and without characters beyond U+FFFF", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const expected = [...texts].sort(byCodePoints);
      expect([...texts].sort(comparisonOf(texts))).toEqual(expected);
      expect([...texts].sort(compareKeys)).toEqual(expected);
    }),
  );
});

it("orders numbers and lists as single keys are compared", () => {
  expect([10, 9, 100].sort(comparisonOf([10, 9, 100]))).toEqual([9, 10, 100]);
  const lists = [["b"], ["a", "c"], ["a"]];
  expect(lists.sort(comparisonOf(lists))).toEqual([["a"], ["a", "c"], ["b"]]);
});
