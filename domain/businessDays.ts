import { addDays, weekdayOf } from "./japanTime";

/** Days on which the offices in Japan are closed, beside Saturdays and Sundays, `YYYY-MM-DD`. */
export type Holidays = ReadonlySet<string>;

/** Returns whether offices in Japan work on the day. */
export const isBusinessDay = (day: string, holidays: Holidays): boolean =>
  weekdayOf(day) < 6 && !holidays.has(day);

/** Returns the day itself if it is a business day, else the next business day. */
export function toBusinessDay(day: string, holidays: Holidays): string {
  let found = day;
  while (!isBusinessDay(found, holidays)) found = addDays(found, 1);
  return found;
}

/**
 * Returns the business day that is `count` business days after `day`. The first of them is the
 * first business day after `day`; with a count of 0 the day is that of `toBusinessDay`.
 */
export function addBusinessDays(
  day: string,
  count: number,
  holidays: Holidays,
): string {
  let found = count === 0 ? toBusinessDay(day, holidays) : day;
  for (let passed = 0; passed < count; passed += 1)
    found = toBusinessDay(addDays(found, 1), holidays);
  return found;
}
