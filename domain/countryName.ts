const names = new Map<string, Intl.DisplayNames>();

/**
 * Returns the name of a country in a language. A text that is no code of ISO 3166-1
 * alpha-2, such as a name that another server sends, is returned as it is.
 *
 * @example countryName("RU", "en") // "Russia"
 */
export function countryName(code: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const known =
    names.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  names.set(language, known);
  return known.of(code) ?? code;
}
