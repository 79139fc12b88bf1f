import { describe, expect, it } from "vitest";
import { formatYen } from "../../../../domain/money";
import {
  bidStatusRule,
  bidAmountRule,
  soldPriceRule,
} from "../../../../src/bidding/manager/confirmRules";
import { lotStatuses } from "../../../../domain/lotStatus";
import type { ConfirmRule } from "../../../../src/workspace/registry/areaModule";

const now = new Date("2026-11-20T12:00:00+09:00");
const viewer = {
  userId: "1",
  userType: 3,
  userLevel: 1064,
  roleId: 0,
  permissions: { lastHourBidWarning: true },
};

/** Returns the names of the questions for a change of status. */
const asked = (from: number, status: number, auctionDate: string | null) =>
  bidStatusRule({
    row: { bidStatus: from, auctionDate },
    values: { status },
    now,
    viewer,
    write: (_field, value) => String(value),
  }).map((asked) =>
    "title" in asked
      ? [asked.title.split(".")[2], asked.sends?.confirm].join("")
      : asked.refuses,
  );

const past = "2026-11-20T11:00:00+09:00";
const soon = "2026-11-20T12:59:00+09:00";
const later = "2026-11-20T13:00:00+09:00";

describe("the questions before a bid gets a status", () => {
  it("are left out for New and Bid, because undo suffices", () => {
    expect(asked(1, 2, past)).toEqual([]);
    expect(asked(2, 1, later)).toEqual([]);
  });

  it("warn before a final status and before leaving a win", () => {
    for (const status of [3, 4, 5])
      expect(asked(2, status, past)).toEqual(["close"]);
    expect(asked(6, 2, past)).toEqual(["leaveWin"]);
  });

  it("ask twice for a win on a future auction and tell the server so", () => {
    expect(asked(2, 6, past)).toEqual(["win"]);
    expect(asked(2, 6, null)).toEqual(["win"]);
    expect(asked(2, 6, later)).toEqual(["win", "futureWin1"]);
  });

  it("name car, client, price and maximum before a win above the maximum", () => {
    const row = {
      bidStatus: 2,
      auctionDate: past,
      lotNo: "39513",
      maker: "Subaru",
      model: "Stella",
      user: "Anna Larsen",
      bidAmount: 220_000,
    };
    const questions = (soldPrice: number, status = 6, isPriceRecorded = true) =>
      bidStatusRule({
        row: { ...row, soldPrice, isPriceRecorded },
        values: { status },
        now,
        viewer,
        write: (_field, value) => String(value),
      });
    expect(questions(225_000)).toMatchObject([
      {
        title: "bidManager.confirm.winAbove.title",
        values: {
          car: "39513 Subaru Stella",
          client: "Anna Larsen",
          price: formatYen(225_000),
          maximum: formatYen(220_000),
        },
        sends: { confirmedPrice: 225_000 },
      },
    ]);
    expect(questions(225_000, 6, false)).toMatchObject([
      {
        title: "bidManager.confirm.lotAbove.title",
        sends: { confirmedPrice: 225_000 },
      },
    ]);
    expect(questions(220_000)).toMatchObject([
      { title: "bidManager.confirm.win.title" },
    ]);
    expect(questions(225_000, 5)).toMatchObject([
      { title: "bidManager.confirm.close.title" },
    ]);
  });

  it("warn within one hour of the auction", () => {
    expect(asked(1, 2, soon)).toEqual(["lastHour"]);
    expect(asked(2, 6, soon)).toEqual(["lastHour", "win", "futureWin1"]);
  });
});

it("the question before an order is confirmed names its car and price, so that each order asks", () => {
  const row = {
    ...{ bidStatus: 1, lotType: "stock", auctionDate: past },
    ...{ lotNo: "S7", maker: "Subaru", model: "Stella", user: "Anna Larsen" },
    bidAmount: 220_000,
  };
  const ask = (more: object) =>
    bidStatusRule({
      ...shared,
      ...{ row: { ...row, ...more }, values: { status: 6 } },
    });
  const maximum = formatYen(220_000);
  const values = { car: "S7 Subaru Stella", client: "Anna Larsen", maximum };
  expect(ask({})).toMatchObject([
    { title: "bidManager.confirm.win.title", values },
  ]);
  expect(ask({ lotType: "auction" })).toMatchObject([{ values: { to: "6" } }]);
});

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

const askedOf = (
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
  askedOf(bidAmountRule, { bidAmount: from, startPrice }, { amount: to });

describe("an amount that a manager gives a bid", () => {
  it("is refused as by the server", () => {
    expect(askedAmount(150_000, 123_456)).toEqual([
      "amount: bid.problem.incorrect_bid",
    ]);
    expect(askedAmount(150_000, 95_000)).toEqual([
      "amount: bid.problem.lower_price",
    ]);
    const fixed = { bidAmount: 1, startPrice: 123_456, lotType: "stock" };
    expect(askedOf(bidAmountRule, fixed, { amount: 123_456 })).toEqual([]);
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
    expect(askedOf(bidAmountRule, { bidAmount: 1 }, { bidGroup: 3 })).toEqual(
      [],
    );
  });
});

describe("a sold price that a manager records", () => {
  const future = { auctionDate: "2026-11-20T12:01:00+09:00" };
  const past = { auctionDate: "2026-11-20T11:59:00+09:00" };

  it("needs a confirmation before the auction, which is sent to the server", () => {
    expect(askedOf(soldPriceRule, future, { soldPrice: 5 })).toEqual([
      "futurePrice1",
    ]);
    expect(askedOf(soldPriceRule, future, { soldPrice: null })).toEqual([]);
    const ended = { ...future, status: lotStatuses.sold };
    expect(askedOf(soldPriceRule, ended, { soldPrice: 5 })).toEqual([]);
    expect(askedOf(soldPriceRule, past, { soldPrice: 5 })).toEqual([]);
    expect(askedOf(soldPriceRule, {}, { soldPrice: 5 })).toEqual([]);
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
    expect(askedOf(soldPriceRule, row, { soldPrice })).toEqual(
      expected.map(() => "priceDoubt1"),
    );
  });

  it("is asked about if it is ten times the former price or the bid", () => {
    const lost = { ...past, bidAmount: 100_000 };
    const doubts = (soldPrice: number, former: number | null) =>
      askedOf(soldPriceRule, { ...lost, soldPrice: former }, { soldPrice });
    expect(doubts(1_000_000, null)).toEqual(["priceDoubt1"]);
    expect(doubts(995_000, null)).toEqual([]);
    expect(doubts(50_000, 500_000)).toEqual(["priceDoubt1"]);
    expect(doubts(1_000_000, 500_000)).toEqual([]);
  });
});
