import { describe, expect, it } from "vitest";
import { weekdayOf } from "../../../domain/japanTime";
import { saleWindow } from "../../../server/demo/saleDay";

const week = [16, 17, 18, 19, 20, 21, 22].map(
  (day) => `2026-11-${day}T12:00:00+09:00`,
);

describe("the days of a feed", () => {
  it.each(week)("hold the whole week from Monday to Saturday on %s", (now) => {
    const days = saleWindow(new Date(now));
    const thisWeek = days.filter(
      (day) => day >= "2026-11-16" && day <= "2026-11-22",
    );
    expect(thisWeek.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.each(week)("begin with a day whose sales have ended on %s", (now) => {
    const [first = ""] = saleWindow(new Date(now));
    const isMonday = now === week[0];
    expect(first).toBe(isMonday ? "2026-11-14" : "2026-11-16");
  });

  it.each(week)("hold five days to come and no Sunday on %s", (now) => {
    const days = saleWindow(new Date(now));
    const today = now.slice(0, 10);
    expect(days.filter((day) => day >= today).length).toBeGreaterThanOrEqual(5);
    expect(days.map(weekdayOf)).not.toContain(7);
  });
});
