import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addBusinessDays,
  isBusinessDay,
  toBusinessDay,
} from "../../domain/businessDays";

const dayMs = 86_400_000;
const monday = Date.UTC(2026, 0, 5);
/** Names the day `index` days after Monday, 5 January 2026. */
const dayAt = (index: number) =>
  new Date(monday + index * dayMs).toISOString().slice(0, 10);
const calendars = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  .map((closed) => ({
    closed,
    holidays: new Set(closed.map(dayAt)),
    /** The indexes of all business days: weekdays count from a Monday. */
    open: Array.from({ length: 400 }, (_, index) => index).filter(
      (index) => index % 7 < 5 && !closed.includes(index),
    ),
  }));
const start = fc.integer({ min: 0, max: 60 });

describe("a business day in Japan", () => {
  it("is a day from Monday to Friday that is no holiday", () => {
    const holidays = new Set(["2026-11-23"]);
    const days = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"];
    expect(days.map((day) => isBusinessDay(day, holidays))).toEqual([
      ...[true, false, false, false],
    ]);
    expect(toBusinessDay("2026-11-21", holidays)).toBe("2026-11-24");
    expect(toBusinessDay("2026-11-20", holidays)).toBe("2026-11-20");
    expect(addBusinessDays("2026-11-20", 1, holidays)).toBe("2026-11-24");
  });

  it("is one of the days of the calendar that stay without weekends and holidays", () => {
    fc.assert(
      fc.property(calendars, start, ({ open, holidays }, index) => {
        expect(isBusinessDay(dayAt(index), holidays)).toBe(
          open.includes(index),
        );
        const next = open.find((each) => each >= index) ?? -1;
        expect(toBusinessDay(dayAt(index), holidays)).toBe(dayAt(next));
      }),
    );
  });

  it("is counted from the day after the first day", () => {
    fc.assert(
      fc.property(
        ...([calendars, start, fc.integer({ min: 1, max: 60 })] as const),
        ({ open, holidays }, index, count) => {
          const later = open.filter((each) => each > index);
          expect(addBusinessDays(dayAt(index), count, holidays)).toBe(
            dayAt(later[count - 1] ?? -1),
          );
        },
      ),
    );
  });
});
