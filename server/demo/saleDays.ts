const dayLength = 86_400_000;
const japanOffset = 9 * 3_600_000;
const comingSaleDays = 5;

/** The calendar day in Japan at an instant, as `YYYY-MM-DD`. */
export function japanDay(instant: Date): string {
  return new Date(instant.getTime() + japanOffset).toISOString().slice(0, 10);
}

/** The instant (ms) at which a day begins in Japan. */
export function startOfJapanDay(day: string): number {
  return Date.parse(`${day}T00:00:00+09:00`);
}

/** The day so many days later (or earlier). */
function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayLength)
    .toISOString()
    .slice(0, 10);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** The days from one to another, both included. */
export function daysFromTo(from: string, to: string): string[] {
  const length = (Date.parse(to) - Date.parse(from)) / dayLength + 1;
  return Array.from({ length }, (_, index) => addDays(from, index));
}

/**
 * The sale days a feed shows: the week in Japan from Monday to Saturday, and
 * on into the next until five sale days are today or later. Never a Sunday.
 */
export function saleWindow(now: Date): string[] {
  const today = japanDay(now);
  const monday = addDays(today, 1 - weekdayOf(today));
  const twoWeeks = daysFromTo(monday, addDays(monday, 13));
  const saleDays = twoWeeks.filter((day) => weekdayOf(day) !== 7);
  const coming = saleDays.filter((day) => day >= today);
  const last = coming[comingSaleDays - 1] ?? today;
  const saturday = addDays(monday, 5);
  return saleDays.filter((day) => day <= last || day <= saturday);
}
