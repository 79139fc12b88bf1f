import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  commonTrim,
  compareSales,
  isNear,
  outliersAmong,
  widening,
  wonAt,
  type ComparedLot,
  type PastSale,
} from "../../domain/comparables";

const lot: ComparedLot = {
  variant: "ZVW50",
  trim: "S Touring",
  year: 2018,
  mileage: 80_000,
  rank: 6,
};

let ids = 0;
const sale = (values: Partial<PastSale> = {}): PastSale => ({
  ...lot,
  id: String((ids += 1)),
  price: 1_000_000,
  age: 10,
  ...values,
});
const salesAt = (...prices: number[]) => prices.map((price) => sale({ price }));

/** Returns the first step at which a sale is near enough. */
const firstStep = (values: Partial<PastSale>, own = lot) =>
  widening.find((step) => isNear(own, sale(values), step))?.name ?? "never";

describe("the step at which a past sale becomes comparable", () => {
  it.each<[string, Partial<PastSale>, string]>([
    ["the same car", {}, "near"],
    ["a year apart", { year: 2019 }, "near"],
    ["two years apart", { year: 2016 }, "wider"],
    ["three years apart", { year: 2021 }, "wide"],
    ["four years apart", { year: 2022 }, "never"],
    ["20,000 km apart", { mileage: 100_000 }, "near"],
    ["40,000 km apart", { mileage: 40_000 }, "wider"],
    ["80,000 km apart", { mileage: 160_000 }, "wide"],
    ["100,000 km apart", { mileage: 180_000 }, "never"],
    ["of unknown mileage", { mileage: null }, "wide"],
    ["two grades apart", { rank: 8 }, "wider"],
    ["ungraded", { rank: null }, "wide"],
    ["of a longer trim", { trim: "S TOURING SELECTION" }, "near"],
    ["with one word of the trim", { trim: "S Premium Package" }, "wider"],
    ["of another trim", { trim: "A" }, "wide"],
    ["91 days ago", { age: 91 }, "wider"],
    ["a year ago", { age: 365 }, "wide"],
    ["earlier", { age: 366 }, "never"],
    ["after the day", { age: -1 }, "never"],
    ["of another chassis code", { variant: "ZVW30" }, "model"],
  ])("%s", (_, values, step) => {
    expect(firstStep(values)).toBe(step);
  });

  it("ignores what the lot does not tell", () => {
    const unknown = {
      variant: null,
      trim: null,
      year: null,
      mileage: null,
      rank: null,
    };
    const other = { variant: "X", trim: "A", year: 1999, mileage: 1, rank: 1 };
    expect(firstStep(other, unknown)).toBe("near");
  });
});

describe("the comparable sales of a lot", () => {
  it("are the near ones if there are eight", () => {
    const near = salesAt(900_000, 950_000, 1e6, 1e6, 1e6, 1e6, 1e6, 1_100_000);
    const { nearness, sales } = compareSales(lot, [
      ...near,
      sale({ year: 2016 }),
    ]);
    expect(nearness.name).toBe("near");
    expect(sales).toHaveLength(8);
  });

  it("are widened until there are eight", () => {
    const found = compareSales(lot, [
      ...salesAt(900_000, 1_000_000),
      ...Array.from({ length: 6 }, () => sale({ year: 2016 })),
      sale({ year: 2015 }),
    ]);
    expect(found.nearness.name).toBe("wider");
    expect(found.sales).toHaveLength(8);
  });

  it("have no range if there are fewer than three", () => {
    expect(compareSales(lot, salesAt(900_000, 1_000_000)).range).toBeNull();
    expect(compareSales(lot, []).range).toBeNull();
  });

  it("weigh more the nearer they are", () => {
    const far = Array.from({ length: 4 }, () =>
      sale({ price: 500_000, year: 2015, age: 300, trim: "A" }),
    );
    const { range, sales } = compareSales(lot, [
      ...far,
      ...salesAt(1e6, 1e6, 1e6),
    ]);
    expect(range?.middle).toBe(1_000_000);
    expect(sales[0]?.price).toBe(1_000_000);
  });

  it("give the range without outliers, which stay in the list", () => {
    const prices = [900, 950, 1000, 1000, 1050, 1100, 1150, 5000];
    const found = compareSales(
      lot,
      salesAt(...prices.map((price) => price * 1000)),
    );
    expect(found.range).toEqual({
      low: 950_000,
      middle: 1_000_000,
      high: 1_100_000,
    });
    const outliers = found.sales.filter(({ isOutlier }) => isOutlier);
    expect(outliers.map(({ price }) => price)).toEqual([5_000_000]);
  });

  it("are at most a hundred", () => {
    const { sales } = compareSales(
      lot,
      Array.from({ length: 300 }, () => sale()),
    );
    expect(sales).toHaveLength(100);
  });
});

describe("the range of any sales", () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) =>
    fc.option(value, { freq: 8 });
  const anySale = fc.record({
    variant: maybe(fc.constantFrom("ZVW50", "ZVW30")),
    trim: maybe(fc.constantFrom("S", "S Touring", "A")),
    year: maybe(fc.integer({ min: 2012, max: 2024 })),
    mileage: maybe(fc.integer({ min: 0, max: 250_000 })),
    rank: maybe(fc.integer({ min: 1, max: 12 })),
    id: fc.uuid(),
    price: fc.integer({ min: 1, max: 5_000 }).map((price) => price * 1_000),
    age: fc.integer({ min: 0, max: 400 }),
  });
  const anySales = fc.array(anySale, { maxLength: 40 });

  it("lies in order between prices of its own sales", () => {
    fc.assert(
      fc.property(anySales, (sales) => {
        const found = compareSales(lot, sales);
        if (!found.range) return;
        const { low, middle, high } = found.range;
        const prices = found.sales
          .filter(({ isOutlier }) => !isOutlier)
          .map(({ price }) => price);
        expect([low, middle, high].toSorted((a, b) => a - b)).toEqual([
          low,
          middle,
          high,
        ]);
        for (const price of [low, middle, high])
          expect(prices).toContain(price);
      }),
    );
  });

  it("doubles where every price doubles", () => {
    fc.assert(
      fc.property(anySales, (sales) => {
        const twice = sales.map((each) => ({ ...each, price: 2 * each.price }));
        const { range } = compareSales(lot, sales);
        expect(compareSales(lot, twice).range).toEqual(
          range && {
            low: 2 * range.low,
            middle: 2 * range.middle,
            high: 2 * range.high,
          },
        );
      }),
    );
  });

  it("is never lost by widening: each step includes the one before", () => {
    fc.assert(
      fc.property(anySale, (each) => {
        const steps = widening.map((step) => isNear(lot, each, step));
        expect(steps.toSorted()).toEqual(steps);
      }),
    );
  });
});

describe("outliers", () => {
  it.each<[string, number[], number[]]>([
    ["of a few prices are unknown", [1, 1, 1, 100], []],
    ["lie far above", [10, 11, 9, 10, 12, 40], [40]],
    ["lie far below", [10, 11, 9, 10, 12, 2], [2]],
    ["of a wide field are rare", [5, 8, 10, 14, 20, 30], []],
    ["of equal prices need a real difference", [10, 10, 10, 10, 11], []],
  ])("%s", (_, prices, outliers) => {
    const sales = prices.map((price) => ({ price, weight: 1 }));
    const found = sales.filter(outliersAmong(sales));
    expect(found.map(({ price }) => price)).toEqual(outliers);
  });
});

it("compares trims by their common words", () => {
  expect(commonTrim("HYBRID G", "Hybrid-G")).toBe(1);
  expect(commonTrim("G", "X")).toBe(0);
  expect(commonTrim(null, "X")).toBe(1);
  expect(commonTrim("G エアロ", "G")).toBeCloseTo(2 / 3);
});

it("counts the sales that a maximum would have won", () => {
  expect(wonAt(1_000_000, [900_000, 1_000_000, 1_100_000])).toBe(1);
  expect(wonAt(2_000_000, [900_000, 1_000_000, 1_100_000])).toBe(3);
});
