import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meetByProxy } from "../../domain/proxyBidding";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 1, minute));
const bid = (maximum: number, minute = 0) => ({
  maximum,
  placedAt: at(minute),
});

describe("maximum bids at an auction", () => {
  it.each([
    ["no bid", [], { startPrice: 100_000 }, null],
    [
      "one bid pays the start price",
      [500_000],
      { startPrice: 100_000 },
      [0, 100_000],
    ],
    [
      "one bid on a lot without a start price pays an increment",
      [500_000],
      { startPrice: 0 },
      [0, 5_000],
    ],
    [
      "a bid below the start price does not count",
      [95_000],
      { startPrice: 100_000 },
      null,
    ],
    [
      "the highest pays one increment above the second",
      [300_000, 500_000],
      { startPrice: 100_000 },
      [1, 305_000],
    ],
    [
      "the highest pays at most its maximum",
      [302_000, 305_000],
      { startPrice: 100_000 },
      [1, 305_000],
    ],
    [
      "of equal maxima the earlier wins at its maximum",
      [300_000, 300_000],
      { startPrice: 100_000 },
      [0, 300_000],
    ],
    [
      "a reserve that is not met",
      [300_000],
      { startPrice: 100_000, reserve: 305_000 },
      null,
    ],
    [
      "a reserve that is met is the lowest price",
      [400_000, 200_000],
      { startPrice: 100_000, reserve: 305_000 },
      [0, 305_000],
    ],
    [
      "the second above the reserve decides the price",
      [400_000, 350_000],
      { startPrice: 100_000, reserve: 305_000 },
      [0, 355_000],
    ],
  ] as const)("%s", (_name, maxima, lot, expected) => {
    const bids = maxima.map((maximum, minute) => bid(maximum, minute));
    const met = meetByProxy(bids, lot);
    expect(met && [bids.indexOf(met.winner), met.price]).toEqual(expected);
  });

  it("decides the same in any order of the bids", () => {
    const bids = fc.uniqueArray(
      fc.record({
        maximum: fc.integer({ min: 1, max: 30 }).map((n) => n * 5_000),
        placedAt: fc.integer({ min: 0, max: 50 }).map(at),
      }),
      { selector: ({ placedAt }) => placedAt.getTime(), maxLength: 8 },
    );
    fc.assert(
      fc.property(bids, fc.integer({ max: 20 }), (made, reserve) => {
        const lot = { startPrice: 20_000, reserve: reserve * 5_000 };
        const met = meetByProxy(made, lot);
        expect(meetByProxy(made.toReversed(), lot)).toEqual(met);
        if (!met) return;
        expect(met.price).toBeLessThanOrEqual(met.winner.maximum);
        expect(met.price).toBeGreaterThanOrEqual(lot.startPrice);
        expect(met.price).toBeGreaterThanOrEqual(lot.reserve);
        for (const other of made)
          expect(other.maximum).toBeLessThanOrEqual(met.winner.maximum);
      }),
    );
  });
});
