const hour = 3_600_000;
const offset = 9 * hour;

const shifted = (time: Date) => new Date(time.getTime() + offset);

/** ISO 8601 with Japan's offset: `2026-11-20T11:02:00+09:00`. */
export function toJapanIso(time: Date): string {
  return `${shifted(time).toISOString().slice(0, 19)}+09:00`;
}

/** The calendar day in Japan: `2026-11-20`. */
export function japanDay(time: Date): string {
  return shifted(time).toISOString().slice(0, 10);
}

/** The moment at which that day begins in Japan. */
export function startOfJapanDay(day: string): Date {
  return new Date(`${day}T00:00:00+09:00`);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The day that many days later. */
export function addDays(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) + days * 24 * hour;
  return new Date(time).toISOString().slice(0, 10);
}

/** Whether the text is a day that exists, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The clock in Japan: `{ day: "2026-11-20", time: "10:42:07" }`. */
export function japanClock(time: Date): { day: string; time: string } {
  const text = shifted(time).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 19) };
}

/**
 * The sale days that an auction listing offers as chips: Monday to Saturday of
 * the running week (on a Sunday, of the next), and on to five sale days from
 * today.
 */
export function saleDays(
  now: Date,
): { value: string; weekday: number; isPast: boolean; isToday: boolean }[] {
  const today = japanDay(now);
  const weekday = weekdayOf(today);
  const monday = addDays(today, weekday === 7 ? 1 : 1 - weekday);
  const days: ReturnType<typeof saleDays> = [];
  let coming = 0;
  for (let day = monday; coming < 5 || days.length < 6; day = addDays(day, 1)) {
    if (weekdayOf(day) === 7) continue;
    if (day >= today) coming += 1;
    days.push({
      value: day,
      weekday: weekdayOf(day),
      isPast: day < today,
      isToday: day === today,
    });
  }
  return days;
}
