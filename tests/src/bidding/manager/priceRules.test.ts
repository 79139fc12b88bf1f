import { describe, expect, it } from "vitest";
import { lotStatuses } from "../../../../domain/lotStatus";
import {
  bidAmountRule,
  soldPriceRule,
} from "../../../../src/bidding/manager/confirmRules";
import type { ConfirmRule } from "../../../../src/workspace/registry/areaModule";

const shared = {
  now: new Date("2026-11-20T12:00:00+09:00"),
  viewer: {
    userId: "1",
    userType: 3,
    userLevel: 1064,
    roleId: 0,
    permissions: {},
  },
  write: (_field: string, value: unknown) => String(value),
};

const asked = (
  rule: ConfirmRule,
  row: Record<string, unknown>,
  values: Record<string, unknown>,
) =>
  rule({ ...shared, row, values }).map((found) =>
    "refuses" in found
      ? `${found.refuses}: ${found.text}`
      : [found.title.split(".")[2], found.sends?.confirm].join(""),
  );

/** Returns the questions before a new amount of a bid on a lot that starts at 100,000 yen. */
const askedAmount = (from: number, to: number, startPrice = 100_000) =>
  asked(bidAmountRule, { bidAmount: from, startPrice }, { amount: to });

describe("an amount that a manager gives a bid", () => {
  it("is refused as by the server", () => {
    expect(askedAmount(150_000, 123_456)).toEqual([
      "amount: bid.problem.incorrect_bid",
    ]);
    expect(askedAmount(150_000, 95_000)).toEqual([
      "amount: bid.problem.lower_price",
    ]);
    const fixed = { bidAmount: 1, startPrice: 123_456, lotType: "stock" };
    expect(asked(bidAmountRule, fixed, { amount: 123_456 })).toEqual([]);
  });

  it("is asked about from ten times the former amount on", () => {
    expect(askedAmount(95_000, 950_000, 0)).toEqual(["jump"]);
    expect(askedAmount(95_000, 945_000, 0)).toEqual([]);
  });

  it("is asked about when it first exceeds three times the start price", () => {
    expect(askedAmount(150_000, 300_000)).toEqual([]);
    expect(askedAmount(150_000, 305_000)).toEqual(["jump"]);
    expect(askedAmount(305_000, 310_000)).toEqual([]);
    expect(askedAmount(305_000, 120_000)).toEqual([]);
  });

  it("is free where only other values of the bid change", () => {
    expect(askedAmount(123_456, 123_456)).toEqual([]);
    expect(asked(bidAmountRule, { bidAmount: 1 }, { bidGroup: 3 })).toEqual([]);
  });
});

describe("a sold price that a manager records", () => {
  const future = { auctionDate: "2026-11-20T12:01:00+09:00" };
  const past = { auctionDate: "2026-11-20T11:59:00+09:00" };

  it("needs a confirmation before the auction, which is sent to the server", () => {
    expect(asked(soldPriceRule, future, { soldPrice: 5 })).toEqual([
      "futurePrice1",
    ]);
    expect(asked(soldPriceRule, future, { soldPrice: null })).toEqual([]);
    const ended = { ...future, status: lotStatuses.sold };
    expect(asked(soldPriceRule, ended, { soldPrice: 5 })).toEqual([]);
    expect(asked(soldPriceRule, past, { soldPrice: 5 })).toEqual([]);
    expect(asked(soldPriceRule, {}, { soldPrice: 5 })).toEqual([]);
  });

  it.each([
    ["below the start price", 9, ["belowStart"]],
    ["above the maximum of the won bid", 210_000, ["aboveMaximum"]],
    ["plausible", 200_000, []],
  ])("is asked about again if it is %s", (_, soldPrice, expected) => {
    const won = { startPrice: 135_000, bidAmount: 205_000, soldPrice: 193_000 };
    const row = { ...past, ...won, bidStatus: 6 };
    const found = soldPriceRule({ ...shared, row, values: { soldPrice } });
    expect(found.map(({ text }) => text.split(".").at(-1))).toEqual(expected);
    expect(asked(soldPriceRule, row, { soldPrice })).toEqual(
      expected.map(() => "priceDoubt1"),
    );
  });

  it("is asked about if it is ten times the former price or the bid", () => {
    const lost = { ...past, bidAmount: 100_000 };
    const doubts = (soldPrice: number, former: number | null) =>
      asked(soldPriceRule, { ...lost, soldPrice: former }, { soldPrice });
    expect(doubts(1_000_000, null)).toEqual(["priceDoubt1"]);
    expect(doubts(995_000, null)).toEqual([]);
    expect(doubts(50_000, 500_000)).toEqual(["priceDoubt1"]);
    expect(doubts(1_000_000, 500_000)).toEqual([]);
  });
});
