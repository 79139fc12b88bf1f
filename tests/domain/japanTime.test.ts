import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  isDay,
  japanClock,
  japanDay,
  saleDays,
  startOfJapanDay,
  toJapanIso,
  weekdayOf,
} from "../../domain/japanTime";

const moments = fc.date({
  min: new Date("1990-01-01"),
  max: new Date("2100-01-01"),
  noInvalidDate: true,
});

describe("time in Japan", () => {
  it("is formatted with the offset +09:00 and keeps the moment", () => {
    expect(toJapanIso(new Date("2026-11-20T02:02:00Z"))).toBe(
      "2026-11-20T11:02:00+09:00",
    );
    fc.assert(
      fc.property(moments, (time) => {
        const seconds = Math.floor(time.getTime() / 1000);
        expect(Date.parse(toJapanIso(time)) / 1000).toBe(seconds);
      }),
    );
  });

  it("starts a day at 15:00 UTC of the previous day", () => {
    expect(japanDay(new Date("2026-11-20T14:59:59Z"))).toBe("2026-11-20");
    expect(japanDay(new Date("2026-11-20T15:00:00Z"))).toBe("2026-11-21");
    expect(startOfJapanDay("2026-11-21")).toEqual(
      new Date("2026-11-20T15:00:00Z"),
    );
  });

  it("gives day and time of a clock", () => {
    expect(japanClock(new Date("2026-11-20T01:42:07Z"))).toEqual({
      day: "2026-11-20",
      time: "10:42:07",
    });
  });

  it("accepts existing days only", () => {
    for (const day of ["2026-11-20", "2024-02-29"])
      expect(isDay(day)).toBe(true);
    for (const text of ["2026-02-29", "2026-13-01", "2026-1-1", "", "today"])
      expect(isDay(text)).toBe(false);
  });

  it("adds days across months, years and leap days", () => {
    expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
    expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  });

  it("numbers weekdays from Monday to Sunday", () => {
    expect(weekdayOf("2026-11-16")).toBe(1);
    expect(weekdayOf("2026-11-22")).toBe(7);
  });
});

describe("the sale days", () => {
  const days = (now: string) =>
    saleDays(new Date(now)).map(({ value }) => value.slice(5));

  it("are Monday to Saturday on a Monday", () => {
    expect(days("2026-11-16T09:00:00+09:00")).toEqual([
      "11-16",
      "11-17",
      "11-18",
      "11-19",
      "11-20",
      "11-21",
    ]);
  });

  it("extend into the next week until five are upcoming", () => {
    const friday = days("2026-11-20T09:00:00+09:00");
    expect(friday[0]).toBe("11-16");
    expect(friday.at(-1)).toBe("11-25");
    expect(friday).not.toContain("11-22");
  });

  it("start in the next week on a Sunday", () => {
    const sunday = days("2026-11-22T09:00:00+09:00");
    expect(sunday[0]).toBe("11-23");
    expect(sunday).toHaveLength(6);
  });

  it("never contain a Sunday and contain at least five upcoming days, with today", () => {
    fc.assert(
      fc.property(moments, (now) => {
        const listed = saleDays(now);
        const today = japanDay(now);
        expect(listed.every(({ weekday }) => weekday < 7)).toBe(true);
        const coming = listed.filter(({ isPast }) => !isPast);
        expect(coming.length).toBeGreaterThanOrEqual(5);
        expect(coming.length).toBeLessThanOrEqual(6);
        expect(listed.some(({ isToday }) => isToday)).toBe(
          weekdayOf(today) < 7,
        );
      }),
    );
  });
});
