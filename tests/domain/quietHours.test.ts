import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTimeZone, quietUntil } from "../../domain/quietHours";

const day = 24 * 3_600_000;
const night = { from: "22:00", to: "07:00", timeZone: "Asia/Tokyo" };
const tokyo = (time: string, day = 20) =>
  new Date(`2026-11-${day}T${time}+09:00`);

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
      fc.property(time, time, fc.nat(day), (from, to, offset) => {
        const quiet = { from, to, timeZone: "Asia/Tokyo" };
        const now = new Date(tokyo("00:00:00").getTime() + offset);
        const end = quietUntil(quiet, now);
        if (!end) return;
        expect(end.getTime()).toBeGreaterThan(now.getTime());
        expect(end.getTime() - now.getTime()).toBeLessThan(day);
        expect(quietUntil(quiet, end)).toBeNull();
      }),
    );
  });
});
