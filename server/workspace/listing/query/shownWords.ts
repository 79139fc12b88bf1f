import { sql, type RawBuilder } from "kysely";
import { countryNames } from "../../../../domain/countryName";
import { languageNames } from "../../../../domain/limits";
import type { ListingState, Search } from "../../../../domain/listing/state";
import {
  filterId,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../../domain/resource";
import { vocabularyKey } from "../../../../domain/vocabulary";
import type { Messages } from "../../../platform/messages";
import { fieldOf, type Condition } from "../source/rowSource";

type Match = NonNullable<Resource["search"]>["parameters"][number]["match"];
type Words = ReadonlyMap<string, readonly string[]>;

/**
 * The stored words whose translations match a typed text: of the quick search by field,
 * and of text filters by filter id. Fields without translated words are left out.
 */
export type ShownWords = { search: Words; filters: Words };

/** Returns the parameter that a quick search names, if it is declared. */
export const searchParameter = (
  { search }: Pick<Resource, "search">,
  asked: Search | null,
) => search?.parameters.find(({ value }) => value === asked?.parameter);

/**
 * Finds the stored words that some language shows as a text of the state. Every language
 * counts, so that a link finds the same rows for all of its readers.
 */
export function findShownWords(
  {
    resource,
    row,
    state,
  }: {
    resource: Pick<Resource, "filters" | "search">;
    row: RowSchema;
    state: Pick<ListingState, "filters" | "search">;
  },
  messages: Messages,
): ShownWords | undefined {
  const { search } = state;
  const parameter = searchParameter(resource, search);
  const searched =
    search && parameter
      ? parameter.fields.map((name) => {
          const words = { field: fieldOf(row, name), match: parameter.match };
          return [name, wordsShownAs(search.text, words, messages)] as const;
        })
      : [];
  const filtered = resource.filters.map((filter) => {
    const chosen = state.filters[filterId(filter)];
    const field = fieldOf(row, filter.field);
    const words =
      chosen?.kind === "text"
        ? wordsShownAs(chosen.text, { field, match: "prefix" }, messages)
        : [];
    return [filterId(filter), words] as const;
  });
  const found = { search: withWords(searched), filters: withWords(filtered) };
  return found.search.size + found.filters.size > 0 ? found : undefined;
}

const withWords = (
  entries: readonly (readonly [string, readonly string[]])[],
): Words => new Map(entries.filter(([, words]) => words.length > 0));

/** Returns the condition that a stored text is one of the words. */
export const isShownWord = (
  value: RawBuilder<unknown>,
  words: readonly string[],
): Condition =>
  sql`trim(regexp_replace(lower(${value}), '[^a-z0-9]+', ' ', 'g'))
    = any(${words}::text[])`;

/** The form in which words are compared; the same expression as in `isShownWord`. */
const comparable = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

function wordsShownAs(
  text: string,
  { field, match }: { field: Field; match: Match },
  messages: Messages,
): string[] {
  const vocabulary = field["x-vocabulary"];
  const isMatch = matcher(text, match);
  const found =
    vocabulary === undefined
      ? field["x-shown"] === "country"
        ? countriesShownAs(isMatch)
        : []
      : keysShownAs(vocabularyKey(vocabulary, ""), { isMatch, messages });
  return [...new Set(found.map(comparable))].filter((word) => word !== "");
}

const keysShownAs = (
  prefix: string,
  {
    isMatch,
    messages,
  }: { isMatch: (text: string) => boolean; messages: Messages },
): string[] =>
  languageNames.flatMap((language) =>
    [...messages.texts(language)].flatMap(([key, text]) =>
      key.startsWith(prefix) && isMatch(text) ? [key.slice(prefix.length)] : [],
    ),
  );

/** Countries are stored by code or by English name. */
const countriesShownAs = (isMatch: (text: string) => boolean): string[] =>
  languageNames
    .flatMap((language) => [...countryNames(language)])
    .flatMap(([code, name]) =>
      isMatch(name) ? [code, countryNames("en").get(code) ?? code] : [],
    );

/** Returns how a quick search compares a shown text, in any case. */
function matcher(text: string, match: Match): (shown: string) => boolean {
  const wanted = text.toLowerCase();
  const wordsOf = (words: string) =>
    words.split(/\s+/u).filter((word) => word !== "");
  return (shown) => {
    const lower = shown.toLowerCase();
    switch (match) {
      case "prefix":
        return lower.startsWith(wanted);
      case "contains":
        return lower.includes(wanted);
      case "words":
        return wordsOf(wanted).every((word) =>
          wordsOf(lower).some((known) => known.startsWith(word)),
        );
    }
  };
}
