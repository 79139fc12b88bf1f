import { sql } from "kysely";
import type { ListingState } from "../../../domain/listing/state";
import { filterId } from "../../../domain/resource";
import { filterCondition } from "./filterCondition";
import { fieldValue } from "./fieldSql";
import type { VisibleListing } from "./listingCall";
import { fieldOf, type Condition, type RowSource } from "./rowSource";
import { scopeSql } from "./scopeSql";
import { searchCondition } from "./searchCondition";
import { isShownWord, type ShownWords } from "./shownWords";
import { whereConditions } from "./whereConditions";

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

/** Returns the conditions of a query. */
export function narrowingOf(source: RowSource, query: ListingQuery): Narrowing {
  const { resource, row, state, shownWords } = query;
  const chosen = new Map<string, Condition>();
  for (const filter of resource.filters) {
    const value = state.filters[filterId(filter)];
    if (!value) continue;
    const field = fieldOf(row, filter.field);
    const condition = filterCondition({ source, filter, field }, value);
    const words = shownWords?.filters.get(filterId(filter));
    chosen.set(
      filterId(filter),
      words
        ? sql`(${condition} or ${isShownWord(fieldValue(source, filter.field, field), words)})`
        : condition,
    );
  }
  const search =
    state.search &&
    searchCondition(
      { source, resource, row, shownWords: shownWords?.search },
      state.search,
    );
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
