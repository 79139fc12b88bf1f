import { describe, expect, it } from "vitest";
import { titleOf } from "../../../src/workspace/saved/useSummary";

describe("the first title of a search", () => {
  it("is its parts, ten at most", () => {
    expect(titleOf(["Toyota", "Prius"], 100)).toBe("Toyota · Prius");
    const parts = Array.from({ length: 12 }, (_, index) => `${index}`);
    expect(titleOf(parts, 100)).toBe("0 · 1 · 2 · 3 · 4 · 5 · 6 · 7 · 8 · 9");
  });

  it("has whole parts only, as far as they fit", () => {
    expect(titleOf(["Toyota", "Prius", "Aqua"], 20)).toBe("Toyota · Prius");
  });

  it("has the beginning of a first part that does not fit", () => {
    expect(titleOf(["車🚗車車", "Aqua"], 3)).toBe("車🚗車");
  });

  it("is empty where nothing is chosen", () => {
    expect(titleOf([], 100)).toBe("");
  });
});
