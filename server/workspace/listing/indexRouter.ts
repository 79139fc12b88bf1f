import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { IndexQuery, ListingIndex } from "./listingIndex";
import { sqlListingIndex } from "./sqlListingIndex";

/** One implementation of the index. All of them answer alike. */
export type IndexEngine = Pick<ListingIndex, "find" | "all"> & {
  /** Whether the engine holds every field of the query. */
  covers(query: IndexQuery): boolean;
};

/**
 * Makes the index of the program. Each query is answered as a whole by the first
 * engine that covers it; the database itself covers every query. Sums, which few
 * lists have, always come from the database.
 */
export function createListingIndex(
  context: { database: Database; clock: Clock },
  engines: readonly IndexEngine[] = [],
): ListingIndex {
  const database = sqlListingIndex(context);
  const engineFor = (query: IndexQuery) =>
    engines.find((engine) => engine.covers(query)) ?? database;
  return {
    find: (query, asked) => engineFor(query).find(query, asked),
    all: (query, sort) => engineFor(query).all(query, sort),
    sums: (query, fields) => database.sums(query, fields),
  };
}
