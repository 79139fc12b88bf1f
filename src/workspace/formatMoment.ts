import { japanClock } from "../../domain/japanTime";
import { dayText, weekdayText } from "../ui/dayText";

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/**
 * A day in words, `20 Nov`; of another year than this one, `20 Nov 2024`. What
 * is no day stays as it is.
 */
export function formatDay(day: string, locale: string): string {
  const time = noon(day);
  if (Number.isNaN(time.getTime())) return day;
  const isThisYear = day.startsWith(japanClock(new Date()).day.slice(0, 4));
  return dayText(time, {
    locale,
    timeZone: "UTC",
    year: isThisYear ? undefined : "numeric",
  });
}

/** The short name of a day of the week: `Mon`. */
export const formatWeekday = (day: string, locale: string): string =>
  weekdayText(noon(day), locale);

/** Day and time in Japan of an ISO moment; a bare day has no time. */
export function splitMoment(
  text: string,
  locale: string,
): { day: string; time: string | null } {
  if (!text.includes("T")) return { day: formatDay(text, locale), time: null };
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return { day: text, time: null };
  const { day, time } = japanClock(moment);
  return { day: formatDay(day, locale), time: time.slice(0, 5) };
}

/** `20 Nov, 10:44` in Japan's time. */
export function formatMoment(text: string, locale: string): string {
  const { day, time } = splitMoment(text, locale);
  return time ? `${day}, ${time}` : day;
}
