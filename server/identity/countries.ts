import { countryName } from "../../domain/countryName";
import type { Language } from "../../domain/limits";
import type { GetCountryListReply, PeopleReply } from "../../generated/schemas";
import { sortedByLabel } from "../platform/sortedByLabel";
import ids from "./countries.json";

/** The ids of countries by ISO 3166-1 alpha-2 code. An id never changes. */
export const countryIds: Readonly<Record<keyof typeof ids, number>> = ids;

/** Returns all countries, ordered by their names in a language. */
export function listCountries(language: Language): GetCountryListReply {
  return sortedByLabel(
    Object.entries(countryIds).map(([code, value]) => ({
      value,
      label: countryName(code, language),
    })),
    language,
  );
}

const knownIds: ReadonlySet<number> = new Set(Object.values(countryIds));

export const isCountryId = (id: number): boolean => knownIds.has(id);

/** Returns the id of a country by its ISO code; undefined for an unknown code. */
export const countryIdOf = (code: string): number | undefined =>
  Object.entries(countryIds).find(([known]) => known === code)?.[1];

/** Whether an id is that of a country. */
export const isCountry = (id: number): boolean =>
  Object.values(countryIds).includes(id);

/** Returns all countries by their ISO codes, ordered by their names in a language. */
export const listCountryCodes = (language: Language): PeopleReply["options"] =>
  sortedByLabel(
    Object.keys(countryIds).map((code) => ({
      value: code,
      label: countryName(code, language),
    })),
    language,
  );
