import { countryName } from "../../domain/countryName";
import type { Language } from "../../domain/limits";
import type { GetCountryListReply } from "../../generated/schemas";
import ids from "./countries.json";

/** The ids of countries by ISO 3166-1 alpha-2 code. An id never changes. */
export const countryIds: Readonly<Record<keyof typeof ids, number>> = ids;

/** Returns all countries, ordered by their names in a language. */
export function listCountries(language: Language): GetCountryListReply {
  const { compare } = new Intl.Collator(language);
  return Object.entries(countryIds)
    .map(([code, value]) => ({ value, label: countryName(code, language) }))
    .sort((a, b) => compare(a.label, b.label));
}
