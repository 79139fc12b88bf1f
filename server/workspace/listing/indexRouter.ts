import type { ListingState } from "../../../domain/listing/state";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { IdList } from "./idList";
import type { Asked, Found, IndexQuery, ListingIndex } from "./listingIndex";
import { sqlListingIndex } from "./sqlListingIndex";

/**
 * One implementation of the index, which answers as the database does. It
 * returns null for a query that it cannot answer: because it does not hold a
 * field of it, because it lacks a change that the client has seen, or because it
 * failed.
 */
export type IndexEngine = {
  find(query: IndexQuery, asked: Asked): Promise<Found | null>;
  all(query: IndexQuery, sort: ListingState["sort"]): Promise<IdList | null>;
};

/**
 * Makes the index of the program. Each query is answered as a whole by the first
 * engine that can, or else by the database itself.
 */
export function createListingIndex(
  context: { database: Database; clock: Clock },
  engines: readonly IndexEngine[] = [],
): ListingIndex {
  const database = sqlListingIndex(context);
  return {
    ...database,
    find: async (query, asked) => {
      for (const engine of engines) {
        const found = await engine.find(query, asked);
        if (found) return found;
      }
      return database.find(query, asked);
    },
    all: async (query, sort) => {
      for (const engine of engines) {
        const ids = await engine.all(query, sort);
        if (ids) return ids;
      }
      return database.all(query, sort);
    },
  };
}
