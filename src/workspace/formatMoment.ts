import { japanClock } from "../../domain/japanTime";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Day before month in English too, as the trade writes it. */
const tagOf = (locale: string) => (locale === "en" ? "en-GB" : locale);

function format(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tagOf(locale), {
    timeZone: "UTC",
    ...options,
  });
  formats.set(key, made);
  return made;
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** A day in words, `20 Nov`; of another year than this one, `20 Nov 2024`. */
export function formatDay(day: string, locale: string): string {
  const isThisYear = day.startsWith(japanClock(new Date()).day.slice(0, 4));
  const parts = format(locale, {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).formatToParts(noon(day));
  return parts
    .filter(({ type }) => type !== "literal")
    .map(({ type, value }) => (type === "month" ? value.slice(0, 3) : value))
    .join(" ");
}

/** The short name of a day of the week: `Mon`. */
export const formatWeekday = (day: string, locale: string): string =>
  format(locale, { weekday: "short" }).format(noon(day));

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
