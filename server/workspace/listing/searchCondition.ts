import { sql, type RawBuilder } from "kysely";
import type { Search } from "../../../domain/listing/state";
import type { Resource, RowSchema } from "../../../domain/resource";
import { fieldValue } from "./fieldSql";
import { likePattern } from "./filterParts";
import {
  fieldOf,
  storageOf,
  type Condition,
  type RowSource,
} from "./rowSource";

type SearchParameter = NonNullable<Resource["search"]>["parameters"][number];
type Match = SearchParameter["match"];

/**
 * The rows a quick search finds: by what a text begins with, contains, or by
 * the beginnings of its words. Words of a dictionary are looked up there
 * first, then rows are found by id. Null for a parameter that is not declared.
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
    return sql`${value} = any(array(
      select id from terms where kind = ${storage.dictionary}
        and ${matches(sql.ref("terms.name"), parameter.match, search.text)}))`;
  });
  return sql`(${sql.join(found, sql` or `)})`;
}

function matches(
  value: RawBuilder<unknown>,
  match: Match,
  text: string,
): Condition {
  switch (match) {
    case "prefix":
      return sql`${value} ilike ${`${likePattern(text)}%`}`;
    case "contains":
      return sql`${value} ilike ${`%${likePattern(text)}%`}`;
    case "words":
      return sql`to_tsvector('simple', coalesce(${value}, ''))
        @@ to_tsquery('simple', ${beginnings(text)})`;
  }
}

/** Each word, quoted for to_tsquery, as the beginning of a word. */
const beginnings = (text: string): string =>
  text
    .split(/\s+/u)
    .filter((word) => word !== "")
    .map((word) => `'${word.replace(/['\\]/g, "$&$&")}':*`)
    .join(" & ");
