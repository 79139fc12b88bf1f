const displays = new Map<string, Intl.DisplayNames>();

const displayOf = (language: string): Intl.DisplayNames => {
  const known =
    displays.get(language) ??
    new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  displays.set(language, known);
  return known;
};

/**
 * Returns the name of a country in a language, by its code of ISO 3166-1 alpha-2 or
 * by its English name. Any other text is returned as it is.
 *
 * @example countryName("RU", "en") // "Russia"
 * @example countryName("Kenya", "ru") // "Кения"
 */
export function countryName(country: string, language: string): string {
  const code = isCode(country) ? country : codeOfName(country);
  return (code && displayOf(language).of(code)) ?? country;
}

const isCode = (text: string) => /^[A-Z]{2}$/.test(text);

const names = new Map<string, ReadonlyMap<string, string>>();

/** Returns the names of all countries in a language by their code. */
export function countryNames(language: string): ReadonlyMap<string, string> {
  const known =
    names.get(language) ??
    new Map(
      allCodes().flatMap((code): [string, string][] => {
        const name = displayOf(language).of(code);
        return name === undefined ? [] : [[code, name]];
      }),
    );
  names.set(language, known);
  return known;
}

let codes: ReadonlyMap<string, string> | undefined;

/** Returns the code of a country by its English name. */
function codeOfName(name: string): string | undefined {
  codes ??= new Map(
    [...countryNames("en")].map(([code, english]) => [
      english.toLowerCase(),
      code,
    ]),
  );
  return codes.get(name.toLowerCase());
}

function allCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) =>
    String.fromCharCode(65 + index),
  );
  return letters.flatMap((first) => letters.map((second) => first + second));
}
