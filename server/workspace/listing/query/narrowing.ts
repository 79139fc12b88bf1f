import { sql, type RawBuilder } from "kysely";
import { japanDay } from "../../../../domain/japanTime";
import { testOf } from "../../../../domain/listing/kinds/kinds";
import type { ListingState } from "../../../../domain/listing/state";
import { filterId, type Resource } from "../../../../domain/resource";
import { fieldValue } from "../source/fieldSql";
import {
  fieldOf,
  scopeSql,
  sourceFor,
  storageOf,
  type Condition,
  type RowSource,
} from "../source/rowSource";
import {
  beginsWith,
  filterCondition,
  likePattern,
  whereConditions,
} from "./conditions";
import type { VisibleListing } from "./listingCall";
import { isShownWord, searchParameter, type ShownWords } from "./shownWords";

/** A query over a list that is already cut to its viewer. */
export type ListingQuery = VisibleListing & {
  state: Pick<ListingState, "filters" | "search">;
  /** Translated words that the texts of the state find too. */
  shownWords?: ShownWords | undefined;
};

/** The name of the quick search among the ids of chosen filters. */
export const searchName = "?search";

/** The conditions of a query by name, so that a facet can leave some out. */
export type Narrowing = {
  scope: Condition;
  chosen: ReadonlyMap<string, Condition>;
};

/**
 * Returns the condition for the rows of a list: the rows that the viewer may
 * read and that meet the list's fixed conditions. No query can widen it.
 */
export function scopeCondition(
  source: RowSource,
  { resource, row, viewer, scopeViewer, where }: VisibleListing,
): Condition {
  const scope = scopeSql(
    source,
    source.scope({ resource, viewer: scopeViewer ?? viewer }),
  );
  return sql.join([scope, ...whereConditions(source, row, where)], sql` and `);
}

/** Returns a text that is the same for listings with the same scope condition. */
export const scopeKey = (
  source: RowSource,
  { resource, viewer, scopeViewer, where }: VisibleListing,
): string =>
  JSON.stringify([
    source.scope({ resource, viewer: scopeViewer ?? viewer }),
    where,
  ]);

/** Returns the conditions of a query at a time. */
export function narrowingOf(
  source: RowSource,
  query: ListingQuery,
  now: Date,
): Narrowing {
  const { resource, row, state, shownWords } = query;
  const today = japanDay(now);
  const chosen = new Map<string, Condition>();
  for (const filter of resource.filters) {
    const value = state.filters[filterId(filter)];
    if (!value) continue;
    const field = fieldOf(row, filter.field);
    const placed = { source, name: filter.field, field };
    const condition = filterCondition(
      placed,
      testOf(value, { filter, field, today }),
    );
    const shown = shownWords?.filters.get(filterId(filter)) ?? [];
    const stored = fieldValue(source, filter.field, field);
    chosen.set(filterId(filter), orShown(condition, stored, shown));
  }
  const search = searchCondition(source, query);
  if (search) chosen.set(searchName, search);
  return { scope: scopeCondition(source, query), chosen };
}

/** Returns the scope together with the named conditions, by default all. */
export function conditionOf(
  narrowing: Narrowing,
  names: Iterable<string> = narrowing.chosen.keys(),
): Condition {
  const conditions = [...names].flatMap(
    (name) => narrowing.chosen.get(name) ?? [],
  );
  return sql.join([narrowing.scope, ...conditions], sql` and `);
}

type SearchParameter = NonNullable<Resource["search"]>["parameters"][number];
type Match = SearchParameter["match"];

/**
 * Returns the condition of the quick search: texts that begin with the search
 * text, contain it, or contain words with its beginnings, and words that are shown as
 * such a text. Dictionary words are searched first and rows then found by id. Returns
 * null without a search, and for an unknown parameter.
 */
function searchCondition(
  source: RowSource,
  { resource, row, state: { search }, shownWords }: ListingQuery,
): Condition | null {
  const parameter = searchParameter(resource, search);
  if (!search || !parameter) return null;
  const { text } = search;
  const found = parameter.fields.map((name): Condition => {
    const value = fieldValue(source, name, fieldOf(row, name));
    const storage = storageOf(source, name);
    const shown = shownWords?.search.get(name) ?? [];
    if (storage.kind !== "term")
      return orShown(matches(value, parameter.match, text), value, shown);
    const words = matchingWords(storage.dictionary, parameter, text, shown);
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

/** Where the rows of a list are read. */
export type TablePlace = {
  /** The item of FROM: the partition of the list's area, or the whole table. */
  from: RawBuilder<unknown>;
  /** The source without the area condition, which the partition implies. */
  source: RowSource;
};

/**
 * Returns the partition of a list with one area, under the name of its table, so
 * that expressions over the table stay valid. A condition on the area would
 * prevent scans of an index alone.
 */
export function tablePlace(
  declared: RowSource,
  { resource, viewer, scopeViewer }: VisibleListing,
): TablePlace {
  const source = sourceFor(declared, { viewer, scopeViewer });
  const { area } = source.scope({ resource, viewer: scopeViewer ?? viewer });
  if (typeof area !== "string" || !source.partition)
    return { from: sql.table(source.table), source };
  const partition = sql.table(source.partition(area));
  return {
    from: sql`${partition} as ${sql.table(source.table)}`,
    source: {
      ...source,
      scope: (of) => ({ owner: source.scope(of).owner }),
    },
  };
}
