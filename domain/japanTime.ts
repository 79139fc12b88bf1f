const hour = 3_600_000;
const offset = 9 * hour;

const shifted = (time: Date) => new Date(time.getTime() + offset);

/** Formats a time with Japan's offset: `2026-11-20T11:02:00+09:00`. */
export function toJapanIso(time: Date): string {
  return `${shifted(time).toISOString().slice(0, 19)}+09:00`;
}

/** Returns the calendar day in Japan: `2026-11-20`. */
export function japanDay(time: Date): string {
  return shifted(time).toISOString().slice(0, 10);
}

/** Returns the time at which the day begins in Japan. */
export function startOfJapanDay(day: string): Date {
  return new Date(`${day}T00:00:00+09:00`);
}

/** Returns the weekday of a day, 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Returns the day that is `days` later than `day`. */
export function addDays(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) + days * 24 * hour;
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns true for an existing day in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the clock in Japan: `{ day: "2026-11-20", time: "10:42:07" }`. */
export function japanClock(time: Date): { day: string; time: string } {
  const text = shifted(time).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 19) };
}

/**
 * Returns day and time in Japan: `{ day: "2026-11-20", time: "10:42" }`. The time is
 * null at midnight, because sources that know only the day of an auction send midnight.
 */
export function japanDayAndTime(moment: Date): {
  day: string;
  time: string | null;
} {
  const { day, time } = japanClock(moment);
  return { day, time: time === "00:00:00" ? null : time.slice(0, 5) };
}

/**
 * Returns the sale days that an auction list offers as chips: Monday to
 * Saturday of this week (of the next week on a Sunday), extended until five
 * sale days from today are included.
 */
export function saleDays(
  now: Date,
): { value: string; weekday: number; isPast: boolean; isToday: boolean }[] {
  const today = japanDay(now);
  const weekday = weekdayOf(today);
  const monday = addDays(today, weekday === 7 ? 1 : 1 - weekday);
  const days: ReturnType<typeof saleDays> = [];
  let upcoming = 0;
  for (
    let day = monday;
    upcoming < 5 || days.length < 6;
    day = addDays(day, 1)
  ) {
    if (weekdayOf(day) === 7) continue;
    if (day >= today) upcoming += 1;
    days.push({
      value: day,
      weekday: weekdayOf(day),
      isPast: day < today,
      isToday: day === today,
    });
  }
  return days;
}
