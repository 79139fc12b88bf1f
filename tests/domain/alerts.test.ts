import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { dueReminder } from "../../domain/alerts";
import { isTimeZone, quietUntil } from "../../domain/quietHours";

const deadline = new Date("2026-11-20T11:00:00+09:00");
const minutesBefore = (minutes: number) =>
  new Date(deadline.getTime() - minutes * 60_000);
const day = 24 * 60;

const due = (left: number, { watched = 2 * day } = {}) =>
  dueReminder({
    deadline,
    watchedSince: minutesBefore(watched),
    now: minutesBefore(left),
  });

describe("the reminder of a watched lot", () => {
  it("is due from a day before the deadline to bid", () => {
    expect(due(day + 1)).toBeNull();
    expect(due(day)).toBe("day-before");
    expect(due(61)).toBe("day-before");
  });

  it("is due again in the last hour, and never after the deadline", () => {
    expect(due(60)).toBe("hour-before");
    expect(due(1)).toBe("hour-before");
    expect(due(0)).toBeNull();
    expect(due(-1)).toBeNull();
  });

  it("is skipped if it was due before the lot was watched", () => {
    expect(due(600, { watched: day })).toBe("day-before");
    expect(due(600, { watched: day - 1 })).toBeNull();
    expect(due(30, { watched: 60 })).toBe("hour-before");
    expect(due(30, { watched: 59 })).toBeNull();
  });

  it("does not speak of a day in the last hour", () => {
    expect(due(59, { watched: 59 })).toBeNull();
  });
});

const dayAt = 24 * 3_600_000;
const night = { from: "22:00", to: "07:00", timeZone: "Asia/Tokyo" };
const tokyo = (time: string, dayAt = 20) =>
  new Date(`2026-11-${dayAt}T${time}+09:00`);

describe("quiet hours from 22:00 to 07:00", () => {
  it.each([
    ["21:59:59", null],
    ["22:00:00", tokyo("07:00:00", 21)],
    ["23:59:59", tokyo("07:00:00", 21)],
    ["00:00:00", tokyo("07:00:00")],
    ["06:59:59", tokyo("07:00:00")],
    ["07:00:00", null],
  ])("at %s end at %s", (time, end) => {
    expect(quietUntil(night, tokyo(time))).toEqual(end);
  });

  it("follow the time zone of the reader", () => {
    const moscow = { ...night, timeZone: "Europe/Moscow" };
    expect(quietUntil(moscow, tokyo("22:00:00"))).toBeNull();
    expect(quietUntil(moscow, tokyo("04:30:00"))).toEqual(tokyo("13:00:00"));
  });
});

describe("quiet hours within a day", () => {
  const nap = { ...night, from: "13:00", to: "14:30" };
  it.each([
    ["12:59:59", null],
    ["13:00:00", tokyo("14:30:00")],
    ["14:29:30", tokyo("14:30:00")],
    ["14:30:00", null],
    ["23:00:00", null],
  ])("at %s end at %s", (time, end) => {
    expect(quietUntil(nap, tokyo(time))).toEqual(end);
  });
});

describe("no quiet hours hold", () => {
  it("for equal times, an unknown time zone, and without a setting", () => {
    const now = tokyo("07:00:00");
    expect(quietUntil({ ...night, from: "07:00" }, now)).toBeNull();
    expect(quietUntil({ ...night, timeZone: "Mars/Olympus" }, now)).toBeNull();
    expect(quietUntil(null, now)).toBeNull();
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("Europe/Moscow")).toBe(true);
  });
});

describe("the end of quiet hours", () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => `${part}`.padStart(2, "0")).join(":"));

  it("is never quiet itself, and lies within a day", () => {
    fc.assert(
      fc.property(time, time, fc.nat(dayAt), (from, to, offset) => {
        const quiet = { from, to, timeZone: "Asia/Tokyo" };
        const now = new Date(tokyo("00:00:00").getTime() + offset);
        const end = quietUntil(quiet, now);
        if (!end) return;
        expect(end.getTime()).toBeGreaterThan(now.getTime());
        expect(end.getTime() - now.getTime()).toBeLessThan(dayAt);
        expect(quietUntil(quiet, end)).toBeNull();
      }),
    );
  });
});
