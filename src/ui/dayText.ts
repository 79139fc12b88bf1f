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
