import { sql, type RawBuilder } from "kysely";
import type { Search } from "../../../domain/listing/state";
import type { Resource, RowSchema } from "../../../domain/resource";
import { fieldValue } from "./fieldSql";
import { beginsWith, likePattern } from "./filterParts";
import {
  fieldOf,
  storageOf,
  type Condition,
  type RowSource,
} from "./rowSource";
import { isShownWord, type ShownWords } from "./shownWords";

type SearchParameter = NonNullable<Resource["search"]>["parameters"][number];
type Match = SearchParameter["match"];

/**
 * Returns the condition of the quick search: texts that begin with the search
 * text, contain it, or contain words with its beginnings, and words that are shown as
 * such a text. Dictionary words are searched first and rows then found by id. Returns
 * null for an unknown parameter.
 */
export function searchCondition(
  options: {
    source: RowSource;
    resource: Resource;
    row: RowSchema;
    shownWords?: ShownWords["search"] | undefined;
  },
  search: Search,
): Condition | null {
  const { source, resource, row, shownWords } = options;
  const parameter = resource.search?.parameters.find(
    ({ value }) => value === search.parameter,
  );
  if (!parameter) return null;
  const found = parameter.fields.map((name): Condition => {
    const value = fieldValue(source, name, fieldOf(row, name));
    const storage = storageOf(source, name);
    const shown = shownWords?.get(name) ?? [];
    if (storage.kind !== "term")
      return orShown(
        matches(value, parameter.match, search.text),
        value,
        shown,
      );
    const words = matchingWords(
      storage.dictionary,
      parameter,
      search.text,
      shown,
    );
    return sql`${value} = any(array(${words}))`;
  });
  return sql`(${sql.join(found, sql` or `)})`;
}

/** Returns the SELECT of the ids of a dictionary's words that a search finds. */
export const matchingWords = (
  dictionary: string,
  { match }: Pick<SearchParameter, "match">,
  text: string,
  shown: readonly string[] = [],
): RawBuilder<{ id: number }> => {
  const name = sql.ref("terms.name");
  return sql`select id from terms where kind = ${dictionary}
    and ${orShown(matches(name, match, text), name, shown)}`;
};

const orShown = (
  condition: Condition,
  value: RawBuilder<unknown>,
  shown: readonly string[],
): Condition =>
  shown.length === 0
    ? condition
    : sql`(${condition} or ${isShownWord(value, shown)})`;

function matches(
  value: RawBuilder<unknown>,
  match: Match,
  text: string,
): Condition {
  switch (match) {
    case "prefix":
      return beginsWith(value, text);
    case "contains":
      return sql`${value} ilike ${`%${likePattern(text)}%`}`;
    case "words":
      return sql`to_tsvector('simple', coalesce(${value}, ''))
        @@ to_tsquery('simple', ${beginnings(text)})`;
  }
}

/** Returns a tsquery in which each word is a prefix. */
const beginnings = (text: string): string =>
  text
    .split(/\s+/u)
    .filter((word) => word !== "")
    .map((word) => `'${word.replace(/['\\]/g, "$&$&")}':*`)
    .join(" & ");
