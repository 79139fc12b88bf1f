import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupHold, type HeldBid } from "../../domain/groupHold";

const now = new Date("2026-11-20T12:00:00+09:00");
const at = (hour: number) => new Date(now.getTime() + hour * 3_600_000);
const bid = (amount: number, changes: Partial<HeldBid> = {}): HeldBid => ({
  ...{ status: 1, amount, wonPrice: null, managerSoldPrice: null },
  ...{ auctionAt: at(amount), lotStatus: 4532 },
  ...changes,
});
const hold = (cars: number, ...bids: HeldBid[]) =>
  groupHold({ cars, bids }, now);

describe("the hold of a group", () => {
  it.each([
    ["for any number of cars is the sum of its bids", 0, 9],
    ["of one car is its dearest bid", 1, 4],
    ["of two cars is the sum of the two dearest", 2, 7],
    ["of more cars than bids is the sum of its bids", 5, 9],
  ])("%s", (_name, cars, yen) => {
    expect(hold(cars, bid(2), bid(4), bid(3))).toBe(yen);
  });

  it("counts a bought car, whose price is a debt", () => {
    const bought = bid(9, { status: 6, wonPrice: 8 });
    expect(hold(1, bought, bid(4), bid(3))).toBe(0);
    expect(hold(2, bought, bid(4), bid(3))).toBe(4);
  });

  it("has the maximum of a bought car until its price is known", () => {
    const bought = bid(9, { status: 6 });
    expect(hold(1, bought, bid(4), bid(3))).toBe(9);
    expect(hold(2, bought, bid(4), bid(3))).toBe(13);
  });

  it("has every bid whose auction has begun and is not decided", () => {
    const begun = { auctionAt: at(-1) };
    expect(hold(1, bid(5, begun), bid(6, begun), bid(4), bid(3))).toBe(15);
    const early = bid(5, { lotStatus: 4531, auctionAt: at(1) });
    expect(hold(1, early, bid(4))).toBe(9);
  });

  it("has all bids whose auctions begin at the same time", () => {
    const together = { auctionAt: at(1) };
    expect(hold(1, bid(5, together), bid(6, together), bid(4))).toBe(15);
    const unknown = { auctionAt: null };
    expect(hold(1, bid(5, unknown), bid(6, unknown))).toBe(11);
  });
});

const anyGroup = fc.record({
  cars: fc.integer({ min: 0, max: 4 }),
  bids: fc.array(
    fc.record({
      status: fc.constantFrom(1, 2, 6),
      amount: fc.integer({ min: 1, max: 100 }),
      wonPrice: fc.option(fc.integer({ min: 1, max: 100 })),
      managerSoldPrice: fc.constant(null),
      auctionAt: fc.option(fc.integer({ min: -3, max: 9 }).map(at)),
      lotStatus: fc.constantFrom(4531, 4532),
    }),
    { maxLength: 8 },
  ),
});

describe("the hold of any group", () => {
  /**
   * Plays the auctions in the order of their times, each bid being won or lost, and
   * returns the dearest end. Once the cars are bought, later bids are released.
   */
  const dearestEnd = ({ cars, bids }: Parameters<typeof groupHold>[0]) => {
    const open = bids.filter(({ status }) => status !== 6);
    const won = bids.filter(({ status }) => status === 6);
    const held = won
      .filter(({ wonPrice }) => wonPrice === null)
      .reduce((sum, { amount }) => sum + amount, 0);
    const begun = open.filter(
      (one) =>
        one.lotStatus === 4531 || (one.auctionAt && one.auctionAt <= now),
    );
    const slots = new Map<number, number[]>();
    for (const one of open.filter((of) => !begun.includes(of))) {
      const time = one.auctionAt?.getTime() ?? Infinity;
      slots.set(time, [...(slots.get(time) ?? []), one.amount]);
    }
    const play = (times: readonly number[], bought: number): number => {
      const [time, ...rest] = times;
      if (time === undefined || (cars > 0 && bought >= cars)) return 0;
      return Math.max(
        ...subsetsOf(slots.get(time) ?? []).map(
          (subset) =>
            subset.reduce((sum, amount) => sum + amount, 0) +
            play(rest, bought + subset.length),
        ),
      );
    };
    const all = begun.reduce((sum, { amount }) => sum + amount, 0);
    const times = [...slots.keys()].toSorted((a, b) => a - b);
    return held + all + play(times, won.length);
  };

  const subsetsOf = (amounts: readonly number[]): number[][] =>
    amounts.reduce<number[][]>(
      (sets, amount) => [...sets, ...sets.map((set) => [...set, amount])],
      [[]],
    );

  it("covers the dearest end that its auctions can have", () => {
    fc.assert(
      fc.property(anyGroup, (group) => {
        expect(groupHold(group, now)).toBeGreaterThanOrEqual(dearestEnd(group));
      }),
    );
  });

  it("is never more than its bids hold by themselves", () => {
    fc.assert(
      fc.property(anyGroup, ({ cars, bids }) => {
        const alone = bids
          .filter(({ status, wonPrice }) => status !== 6 || wonPrice === null)
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(groupHold({ cars, bids }, now)).toBeLessThanOrEqual(alone);
      }),
    );
  });

  it("is the dearest end if no two auctions begin together", () => {
    fc.assert(
      fc.property(anyGroup, ({ cars, bids }) => {
        const apart = bids.map((one, index) => ({
          ...one,
          auctionAt: at(index - 2),
        }));
        const group = { cars, bids: apart };
        expect(groupHold(group, now)).toBe(dearestEnd(group));
      }),
    );
  });
});
