import { describe, expect, it } from "vitest";
import {
  createPicker,
  createRandom,
  hashText,
  integer,
  lognormal,
} from "../../../scripts/demo/random";

function draws(key: string, count: number): number[] {
  const random = createRandom(key);
  return Array.from({ length: count }, random);
}

describe("a random stream", () => {
  it("is the same for the same key and another for another", () => {
    expect(draws("a", 20)).toEqual(draws("a", 20));
    expect(draws("a", 20)).not.toEqual(draws("b", 20));
  });

  it("spreads evenly over [0, 1)", () => {
    const values = draws("even", 20_000);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(mean).toBeCloseTo(0.5, 1);
  });

  it("differs by salt for one text", () => {
    expect(hashText("lot", 1)).not.toBe(hashText("lot", 2));
  });
});

describe("choosing", () => {
  it("takes items in proportion to their weights", () => {
    const random = createRandom("weights");
    const pickLetter = createPicker(
      ["a", "b"],
      (_, index) => [9, 1][index] ?? 0,
    );
    const letters = Array.from({ length: 5000 }, () => pickLetter(random));
    const share = letters.filter((letter) => letter === "a").length / 5000;
    expect(share).toBeGreaterThan(0.87);
    expect(share).toBeLessThan(0.93);
  });

  it("includes both ends of a range of whole numbers", () => {
    const random = createRandom("ends");
    const values = Array.from({ length: 200 }, () => integer(random, 3, 5));
    expect([...new Set(values)].sort()).toEqual([3, 4, 5]);
  });

  it("keeps the median it is given", () => {
    const random = createRandom("median");
    const values = Array.from({ length: 4001 }, () =>
      lognormal(random, { median: 9000, sigma: 0.5 }),
    ).sort((one, other) => one - other);
    expect(values[2000]).toBeGreaterThan(8500);
    expect(values[2000]).toBeLessThan(9500);
  });
});
