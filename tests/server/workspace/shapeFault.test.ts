import { describe, expect, it } from "vitest";
import { shapeFault } from "../../../server/workspace/checks/checkSources";

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => ({ in: inner }), 1);

describe("the shape of a file", () => {
  it("rejects endless nesting", () => {
    expect(shapeFault(nested(60))).toBeNull();
    expect(shapeFault(nested(100_000))).toMatchObject({
      pointer: "/in".repeat(61),
      reason: "Nested more than 60 levels deep.",
    });
  });

  it("rejects a key that JavaScript treats specially", () => {
    const content: unknown = JSON.parse('{"a/b": [{"__proto__": 1}]}');
    expect(shapeFault(content)).toMatchObject({
      pointer: "/a~1b/0/__proto__",
      reason: '"__proto__" is a reserved name.',
    });
  });
});
