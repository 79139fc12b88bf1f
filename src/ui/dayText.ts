const formats = new Map<string, Intl.DateTimeFormat>();

/** Day before month in English too, as the trade writes it. */
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
 * A day in few letters, months of three: `20 Nov`, with its parts `Fri 20 Nov`
 * or `20 Nov 2024`. Of no time zone the reader's own; throws for an invalid
 * time.
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

/** The short name of a day of the week: `Mon`. */
export const weekdayText = (time: Date, locale: string): string =>
  formatFor(locale, { weekday: "short", timeZone: "UTC" }).format(time);
