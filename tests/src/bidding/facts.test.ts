import { describe, expect, it } from "vitest";
import { inJapan, whereIAm } from "../../../src/bidding/facts/moment";
import { timeLeft } from "../../../src/bidding/facts/timeLeft";
import { suspiciousTimes } from "../../../src/bidding/placing/suspiciousTimes";
import { readableName } from "../../../src/ui/readableName";

const minute = 60_000;

describe("The time that is left", () => {
  it.each([
    [45_000, "bid.left.seconds", { seconds: 45 }],
    [18 * minute, "bid.left.minutes", { minutes: 18 }],
    [192 * minute, "bid.left.hours", { hours: 3, minutes: 12 }],
    [(2 * 24 + 3) * 60 * minute, "bid.left.days", { days: 2, hours: 3 }],
    [-1, "bid.left.seconds", { seconds: 0 }],
  ])("%i ms", (milliseconds, key, values) => {
    expect(timeLeft(milliseconds)).toEqual({ key, values });
  });
});

describe("A moment", () => {
  const moment = "2026-11-20T00:30:00+09:00";

  it("is written in Japan's time whatever the zone of the host", () => {
    expect(inJapan(moment, "en")).toEqual({ day: "Fri 20 Nov", time: "00:30" });
  });

  it("is the reader's as well, with the day where it is another", () => {
    const local = new Date(moment);
    const isSameDay = local.getDate() === 20;
    expect(whereIAm(moment, "en")?.day ?? null).toBe(
      isSameDay ? null : "Thu 19 Nov",
    );
  });
});

describe("A digit too many", () => {
  it("is suspected from three times the average price on", () => {
    expect(suspiciousTimes(2_999_999, 1_000_000)).toBeNull();
    expect(suspiciousTimes(3_000_000, 1_000_000)).toBe(3);
    expect(suspiciousTimes(10_900_000, 1_000_000)).toBe(10);
  });

  it("cannot be told without an average", () => {
    expect(suspiciousTimes(3_000_000, null)).toBeNull();
    expect(suspiciousTimes(3_000_000, 0)).toBeNull();
  });
});

describe("A name in capitals", () => {
  it.each([
    ["TOYOTA LAND CRUISER", "Toyota Land Cruiser"],
    ["MERCEDES-BENZ", "Mercedes-Benz"],
    ["CX-5", "CX-5"],
    ["BMW", "BMW"],
    ["FIT", "Fit"],
    ["Prius", "Prius"],
  ])("%s reads %s", (written, read) => {
    expect(readableName(written)).toBe(read);
  });
});
