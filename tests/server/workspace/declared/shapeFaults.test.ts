import { describe, expect, it } from "vitest";
import { shapeFaults } from "../../../../server/workspace/checks/shapeFaults";

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => ({ in: inner }), 1);

describe("the shape of a file", () => {
  it("is refused where it is nested without an end, however deep", () => {
    expect(shapeFaults(nested(60))).toEqual([]);
    expect(shapeFaults(nested(100_000))).toEqual([
      { pointer: "/in".repeat(61), reason: "is nested deeper than 60" },
    ]);
  });

  it("is refused where a key would be taken for something else", () => {
    const content: unknown = JSON.parse('{"a/b": [{"__proto__": 1}]}');
    expect(shapeFaults(content)).toEqual([
      { pointer: "/a~1b/0/__proto__", reason: 'no key may be "__proto__"' },
    ]);
  });
});
