/**
 * Returns the size of a file in the reader's language.
 *
 * @example fileSize(1_250_000, "en") // "1.3 MB"
 */
export function fileSize(bytes: number, locale: string): string {
  const isLarge = bytes >= 1_000_000;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(Math.max(bytes / (isLarge ? 1_000_000 : 1_000), 1));
}
