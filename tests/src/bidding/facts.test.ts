import { describe, expect, it } from "vitest";
import {
  inJapan,
  inReaderZone,
  timeLeft,
} from "../../../src/bidding/facts/moment";
import {
  averageText,
  suspiciousTimes,
  bidLimit,
} from "../../../src/bidding/facts/bidLimit";
import { readableName } from "../../../src/ui/readable";
import { onDay } from "../../support/onDay";
import type { BidTarget } from "../../../src/bidding/facts/bidTarget";
import { profileReply } from "../identity/profiles";

onDay("2026-11-21");

const minute = 60_000;

describe("the remaining time", () => {
  it.each([
    [45_000, "bid.left.seconds", { seconds: 45 }],
    [18 * minute, "bid.left.minutes", { minutes: 18 }],
    [192 * minute, "bid.left.hours", { hours: 3, minutes: 12 }],
    [(2 * 24 + 3) * 60 * minute, "bid.left.days", { days: 2, hours: 3 }],
    [-1, "bid.left.seconds", { seconds: 0 }],
  ])("is written for %i ms", (milliseconds, key, values) => {
    expect(timeLeft(milliseconds)).toEqual({ key, values });
  });
});

describe("a moment", () => {
  const moment = "2026-11-20T00:30:00+09:00";

  it("is written in Japan time whatever the time zone of the host", () => {
    expect(inJapan(moment, "en")).toEqual({ day: "Fri 20 Nov", time: "00:30" });
  });

  it("is written with its year unless it is in this one", () => {
    expect(inJapan("2019-11-20T11:02:00+09:00", "en").day).toBe(
      "Wed 20 Nov 2019",
    );
    expect(inJapan("2019-11-20T11:02:00+09:00", "ru").day).toContain("2019");
  });

  it("names the reader's day if it is another day there", () => {
    const local = new Date(moment);
    const isSameDay = local.getDate() === 20;
    expect(inReaderZone(moment, "en")?.day ?? null).toBe(
      isSameDay ? null : "Thu 19 Nov",
    );
  });
});

describe("the warning about an amount", () => {
  it("starts at three times the average price", () => {
    expect(suspiciousTimes(2_999_999, 1_000_000)).toBeNull();
    expect(suspiciousTimes(3_000_000, 1_000_000)).toBe(3);
    expect(suspiciousTimes(10_900_000, 1_000_000)).toBe(11);
    expect(suspiciousTimes(6_400_000, 1_000_000)).toBe(6);
  });

  it("needs an average price", () => {
    expect(suspiciousTimes(3_000_000, null)).toBeNull();
    expect(suspiciousTimes(3_000_000, 0)).toBeNull();
  });
});

describe("an average price", () => {
  it.each([
    [3_481_333, "3\u202f480\u202f000"],
    [3_482_500, "3\u202f485\u202f000"],
    [1_000, "5\u202f000"],
  ])("of %i is rounded to 5,000 and marked as approximate", (price, shown) => {
    const text = averageText(price, (key, values) => `${key} ${values?.price}`);
    expect(text).toBe(`bid.price.about ¥${shown}`);
  });
});

describe("a name in capitals", () => {
  it.each([
    ["TOYOTA LAND CRUISER", "Toyota Land Cruiser"],
    ["MERCEDES-BENZ", "Mercedes-Benz"],
    ["CX-5", "CX-5"],
    ["BMW", "BMW"],
    ["FIT", "Fit"],
    ["Prius", "Prius"],
  ])("%s is shown as %s", (written, read) => {
    expect(readableName(written)).toBe(read);
  });
});

it("lets a bid be raised by nothing without a positive balance", () => {
  const { balanceInfo, detail, permission } = profileReply();
  const viewer = { ...detail, permissions: permission };
  const bid = { bidId: "8", amount: 1_250_000, group: null, type: null };
  const change: BidTarget = {
    kind: "change",
    bid: { ...bid, version: undefined },
  };
  const limitWith = (balance: number) =>
    bidLimit(change, { viewer, balanceInfo: { ...balanceInfo, balance } });
  expect(limitWith(0)).toBe(1_250_000);
  expect(limitWith(100_000)).toBe(1_250_000 + 3_100_000);
});
