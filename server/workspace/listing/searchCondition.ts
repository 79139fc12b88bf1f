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

type SearchParameter = NonNullable<Resource["search"]>["parameters"][number];
type Match = SearchParameter["match"];

/**
 * Returns the condition of the quick search: texts that begin with the search
 * text, contain it, or contain words with its beginnings. Dictionary words are
 * searched first and rows then found by id. Returns null for an unknown
 * parameter.
 */
export function searchCondition(
  options: { source: RowSource; resource: Resource; row: RowSchema },
  search: Search,
): Condition | null {
  const { source, resource, row } = options;
  const parameter = resource.search?.parameters.find(
    ({ value }) => value === search.parameter,
  );
  if (!parameter) return null;
  const found = parameter.fields.map((name): Condition => {
    const value = fieldValue(source, name, fieldOf(row, name));
    const storage = storageOf(source, name);
    if (storage.kind !== "term")
      return matches(value, parameter.match, search.text);
    const words = matchingWords(storage.dictionary, parameter, search.text);
    return sql`${value} = any(array(${words}))`;
  });
  return sql`(${sql.join(found, sql` or `)})`;
}

/** Returns the SELECT of the ids of a dictionary's words that a search finds. */
export const matchingWords = (
  dictionary: string,
  { match }: Pick<SearchParameter, "match">,
  text: string,
): RawBuilder<{ id: number }> => sql`
  select id from terms where kind = ${dictionary}
    and ${matches(sql.ref("terms.name"), match, text)}`;

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
