import { japanClock, japanDayAndTime } from "../../domain/japanTime";
import { serverNow } from "../providers/serverClock";
import { dayText, weekdayText } from "../ui/dateText";

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

/**
 * Formats a day as `20 Nov`, or `20 Nov 2024` if it is not in the current
 * year. Returns an invalid day unchanged.
 */
export function formatDay(day: string, locale: string): string {
  const time = noonOf(day);
  if (Number.isNaN(time.getTime())) return day;
  return dayText(time, { locale, timeZone: "UTC", year: shownYear(day) });
}

/** Returns how to write the year of a day (YYYY-MM-DD): not at all if it is this one. */
export const shownYear = (day: string): "numeric" | undefined =>
  day.startsWith(japanClock(serverNow()).day.slice(0, 4))
    ? undefined
    : "numeric";

/** Formats the weekday of a day as `Mon`. */
export const formatWeekday = (day: string, locale: string): string =>
  weekdayText(noonOf(day), locale);

/**
 * Splits an ISO moment into day and time in Japan. The time is null if only the
 * day is known or the text is invalid.
 */
export function splitMoment(
  text: string,
  locale: string,
): { day: string; time: string | null } {
  if (!text.includes("T")) return { day: formatDay(text, locale), time: null };
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return { day: text, time: null };
  const { day, time } = japanDayAndTime(moment);
  return { day: formatDay(day, locale), time };
}

/** Formats an ISO moment as `20 Nov, 10:44` in Japan time. */
export function formatMoment(text: string, locale: string): string {
  const { day, time } = splitMoment(text, locale);
  return time ? `${day}, ${time}` : day;
}
