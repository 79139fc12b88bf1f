import { describe, expect, it } from "vitest";
import { formatYen } from "../../../../domain/money";
import { bidStatusRule } from "../../../../src/bidding/manager/confirmRules";

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
