import { describe, expect, it } from "vitest";
import {
  bestMatch,
  rank,
  register,
  type Registry,
} from "../../../../src/workspace/registry/rank";

const isAny = () => true;
const isLong = (text: string) => text.length > 3;

describe("a registry", () => {
  it("returns the match with the highest score", () => {
    const registry: Registry<string, string> = [
      { tester: rank(10, isLong), value: "long" },
      { tester: rank(1, isAny), value: "any" },
    ];
    expect(bestMatch(registry, "abcd")).toBe("long");
    expect(bestMatch(registry, "ab")).toBe("any");
  });

  it("prefers the later of two matches with equal scores", () => {
    const registry: Registry<string, string> = [
      { tester: rank(5, isAny), value: "first" },
    ];
    register(registry, [{ tester: rank(5, isAny), value: "second" }]);
    expect(bestMatch(registry, "a")).toBe("second");
  });

  it("throws if nothing matches", () => {
    const registry: Registry<string, string> = [
      { tester: rank(5, isLong), value: "long" },
    ];
    expect(() => bestMatch(registry, "ab")).toThrow("Nothing registered");
  });
});
