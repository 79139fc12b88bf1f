import { describe, expect, it } from "vitest";
import { dueReminder } from "../../domain/alerts";

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
