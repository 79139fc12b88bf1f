import { isDay } from "../../domain/japanTime";

/** Days are written 20.11.2026 in Russian and 20/11/2026 in English. */
const separatorOf = (locale: string) => (locale === "ru" ? "." : "/");

/** Writes a day for the reader: `20/11/2026`. Other texts stay as they are. */
export const writtenDay = (text: string, locale: string): string =>
  isDay(text) ? text.split("-").reverse().join(separatorOf(locale)) : text;

/**
 * Returns the day of a text such as `20.11.2026`, `1/2/2026` or `2026-11-20`, day
 * before month, as YYYY-MM-DD; null for anything else.
 */
export function readDay(text: string): string | null {
  const trimmed = text.trim();
  if (isDay(trimmed)) return trimmed;
  const [, day = "", month = "", year = ""] =
    /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})$/.exec(trimmed) ?? [];
  const found = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(found) ? found : null;
}

/** Puts separators between the digits of a day: `2011` becomes `20.11`. */
export const withSeparators = (text: string, locale: string): string =>
  readDay(text) === null
    ? text
        .replace(/^(\d{2})(?=\d)/, `$1${separatorOf(locale)}`)
        .replace(/^(\d{2}\D\d{2})(?=\d)/, `$1${separatorOf(locale)}`)
    : text;

/** Puts hyphens between the digits of a day: `202611` becomes `2026-11`. */
export const withHyphens = (text: string): string =>
  text.replace(/^(\d{4})(?=\d)/, "$1-").replace(/^(\d{4}-\d{2})(?=\d)/, "$1-");

/** Returns the time of a text such as `9:05` as HH:MM; null for anything else. */
export function readTime(text: string): string | null {
  const [, hours = "", minutes = ""] =
    /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const isTime = hours !== "" && Number(hours) < 24 && Number(minutes) < 60;
  return isTime ? `${hours.padStart(2, "0")}:${minutes}` : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The trade writes the day before the month in English too. */
const tagOf = (locale: string) => (locale === "en" ? "en-GB" : locale);

function formatFor(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tagOf(locale), options);
  formats.set(key, made);
  return made;
}

/**
 * Formats a day with short month names: `20 Nov`, or `Fri 20 Nov` and
 * `20 Nov 2024` with more parts. The result does not depend on the reader's
 * time zone. Throws for an invalid time.
 */
export const dayText = (
  time: Date,
  {
    locale,
    ...options
  }: Pick<Intl.DateTimeFormatOptions, "weekday" | "year" | "timeZone"> & {
    locale: string;
  },
): string =>
  formatFor(locale, { day: "numeric", month: "short", ...options })
    .formatToParts(time)
    .filter(({ type }) => type !== "literal")
    .map(({ type, value }) => (type === "month" ? value.slice(0, 3) : value))
    .join(" ");

/** Returns the short name of a weekday: `Mon`. */
export const weekdayText = (time: Date, locale: string): string =>
  formatFor(locale, { weekday: "short", timeZone: "UTC" }).format(time);
