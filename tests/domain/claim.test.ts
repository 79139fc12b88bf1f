import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimOf, isClaimCovered, priceOfWin } from "../../domain/claim";

describe("the claim of a bid of 300,000 yen", () => {
  const cases: [string, Partial<Parameters<typeof claimOf>[0]>, object][] = [
    ["new", { status: 1 }, { held: 300_000, owed: 0 }],
    ["forwarded", { status: 2 }, { held: 300_000, owed: 0 }],
    [
      "forwarded and sold",
      { status: 2, wonPrice: 1 },
      { held: 300_000, owed: 0 },
    ],
    ["not placed", { status: 3 }, { held: 0, owed: 0 }],
    ["cancelled", { status: 4 }, { held: 0, owed: 0 }],
    ["finished", { status: 5, wonPrice: 1 }, { held: 0, owed: 0 }],
    ["won without a price", { status: 6 }, { held: 300_000, owed: 0 }],
    ["won for nothing", { status: 6, wonPrice: 0 }, { held: 300_000, owed: 0 }],
    [
      "won at its maximum",
      { status: 6, wonPrice: 300_000 },
      { held: 0, owed: 300_000 },
    ],
    [
      "won at a recorded price",
      { status: 6, wonPrice: 250_000, managerSoldPrice: 310_000 },
      { held: 0, owed: 310_000 },
    ],
    ["of a blank status", { status: 7 }, { held: 0, owed: 0 }],
  ];
  it.each(cases)("%s", (_name, bid, claim) => {
    const unpriced = { wonPrice: null, managerSoldPrice: null };
    const whole = { status: 1, amount: 300_000, ...unpriced, ...bid };
    expect(claimOf(whole)).toEqual(claim);
  });
});

describe("a win by a person", () => {
  const bid = { amount: 300_000, isOrder: false, soldPrice: 300_000 };

  it.each([
    ["at the maximum costs the price of the result", {}, 300_000],
    ["before the result has no price", { soldPrice: null }, null],
    ["of a lot that was sold for more has none", { soldPrice: 300_001 }, null],
    [
      "of an order costs its price",
      { isOrder: true, soldPrice: null },
      300_000,
    ],
  ])("%s", (_name, changes, price) => {
    expect(priceOfWin({ ...bid, ...changes })).toBe(price);
  });
});

describe("a claim in place of another", () => {
  const none = { held: 0, owed: 0 };
  const hold = (held: number) => ({ held, owed: 0 });
  const debt = (owed: number) => ({ held: 0, owed });
  const full = { balance: 100, creditLimit: 200, activeBids: 300 };

  const cases: [string, Parameters<typeof isClaimCovered>, boolean][] = [
    [
      "needs what is left",
      [hold(101), none, { ...full, activeBids: 200 }],
      false,
    ],
    [
      "may use what is left",
      [hold(100), none, { ...full, activeBids: 200 }],
      true,
    ],
    [
      "frees its own hold",
      [hold(120), hold(100), { ...full, activeBids: 280 }],
      true,
    ],
    [
      "may not pass the limit",
      [hold(121), hold(100), { ...full, activeBids: 280 }],
      false,
    ],
    [
      "may always fall",
      [hold(99), hold(100), { ...full, balance: -500 }],
      true,
    ],
    [
      "may become the same debt",
      [debt(100), hold(100), { ...full, balance: -500 }],
      true,
    ],
    ["may become a debt beyond the credit", [debt(500), hold(100), full], true],
    [
      "frees its own debt",
      [hold(300), debt(100), { ...full, balance: 0, activeBids: 0 }],
      true,
    ],
    [
      "needs a positive balance for a hold",
      [hold(5), none, { ...full, balance: 0, activeBids: 0 }],
      false,
    ],
    [
      "needs no positive balance for a debt",
      [debt(5), none, { ...full, balance: 0, activeBids: 0 }],
      true,
    ],
  ];
  it.each(cases)("%s", (_name, request, isCovered) => {
    expect(isClaimCovered(...request)).toBe(isCovered);
  });
});

describe("any claims of one client", () => {
  const yen = fc.integer({ min: 0, max: 3_000_000 });
  const bid = fc.record({
    key: fc.integer({ min: 0, max: 4 }),
    status: fc.integer({ min: 1, max: 7 }),
    amount: yen,
    wonPrice: fc.option(yen),
    managerSoldPrice: fc.option(yen),
  });

  it("hold more only within balance and credit, whatever was accepted before", () => {
    fc.assert(
      fc.property(yen, yen, fc.array(bid), (deposit, creditLimit, bids) => {
        const accepted = new Map<number, ReturnType<typeof claimOf>>();
        const total = (pick: "held" | "owed") =>
          [...accepted.values()].reduce((sum, claim) => sum + claim[pick], 0);
        for (const { key, ...values } of bids) {
          const next = claimOf(values);
          const present = accepted.get(key) ?? { held: 0, owed: 0 };
          const account = {
            balance: deposit - total("owed"),
            creditLimit,
            activeBids: total("held"),
          };
          if (!isClaimCovered(next, present, account)) continue;
          accepted.set(key, next);
          const isMore = next.held > present.held + present.owed;
          if (isMore && next.owed === 0)
            expect(total("owed") + total("held")).toBeLessThanOrEqual(
              deposit + creditLimit,
            );
        }
      }),
    );
  });
});
