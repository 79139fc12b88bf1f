import fc from "fast-check";
import { expect, it } from "vitest";
import { averageOf, totalsIn, withTotals } from "../../domain/summary";

const whole = { type: ["integer", "null"] };
const decimal = { type: "number" };

it("rounds the average of whole numbers to the nearest one, a half up", () => {
  expect(averageOf(whole, { sum: 7, filled: 2 })).toBe(4);
  expect(averageOf(whole, { sum: 10, filled: 3 })).toBe(3);
  expect(averageOf(decimal, { sum: 10, filled: 3 })).toBe(3.33);
});

it("has no average without values", () => {
  expect(averageOf(whole, { sum: 0, filled: 0 })).toBeNull();
});

it("is at most half a unit away from the true mean", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1 }),
      (values) => {
        const sum = values.reduce((left, right) => left + right, 0);
        const filled = values.length;
        const average = averageOf(whole, { sum, filled }) ?? Number.NaN;
        expect(Math.abs(average * filled - sum) * 2).toBeLessThanOrEqual(
          filled,
        );
      },
    ),
  );
});

it.each([
  ["together", "sums", { sums: { places: 7, depthAverage: null } }],
  [
    "each under a key of its own",
    { places: "allPlaces", depthAverage: "meanDepth" },
    { allPlaces: 7, meanDepth: null },
  ],
] as const)("stands in replies %s, where it is found", (_, keys, reply) => {
  const totals = { places: 7, depthAverage: null };
  expect(withTotals(keys, totals)).toEqual(reply);
  expect(totalsIn({ rows: [], ...reply }, keys)).toEqual(totals);
});

it("is missing in replies without it", () => {
  expect(totalsIn({ rows: [] }, "sums")).toEqual({});
  expect(totalsIn({ rows: [] }, undefined)).toEqual({});
  expect(withTotals(undefined, { places: 7 })).toEqual({});
});
