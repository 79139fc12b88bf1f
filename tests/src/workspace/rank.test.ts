import { describe, expect, it } from "vitest";
import {
  best,
  rank,
  register,
  type Registry,
} from "../../../src/workspace/registry/rank";

const isAny = () => true;
const isLong = (text: string) => text.length > 3;

describe("a registry", () => {
  it("gives the part with the highest rank that fits", () => {
    const registry: Registry<string, string> = [
      { tester: rank(10, isLong), part: "long" },
      { tester: rank(1, isAny), part: "any" },
    ];
    expect(best(registry, "abcd")).toBe("long");
    expect(best(registry, "ab")).toBe("any");
  });

  it("prefers what was added later where two fit alike", () => {
    const registry: Registry<string, string> = [
      { tester: rank(5, isAny), part: "first" },
    ];
    register(registry, [{ tester: rank(5, isAny), part: "second" }]);
    expect(best(registry, "a")).toBe("second");
  });

  it("refuses a subject that nothing fits", () => {
    const registry: Registry<string, string> = [
      { tester: rank(5, isLong), part: "long" },
    ];
    expect(() => best(registry, "ab")).toThrow("Nothing registered");
  });
});
