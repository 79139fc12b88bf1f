import { trackRecentPosition } from "../../platform/changes";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type {
  Asked,
  ChangeNumber,
  IndexQuery,
  ListingIndex,
} from "./listingIndex";
import { sqlListingIndex } from "./sqlListingIndex";

/** One implementation of the index. All of them answer alike. */
export type IndexEngine = ListingIndex & {
  /** Whether the engine holds every field of the query. */
  covers(query: IndexQuery, asked: Asked): boolean;
  /**
   * Returns whether the engine includes all changes up to a number, at the
   * latest after `milliseconds`.
   */
  reaches(version: ChangeNumber, milliseconds: number): Promise<boolean>;
};

/** An engine that is behind for longer leaves the query to the database. */
const longestWaitMs = 50;

/**
 * Makes the index of the program. Each query is answered as a whole by the first
 * engine that covers it and includes the changes that the reader knows of; the
 * database itself covers every query.
 */
export function createListingIndex(
  context: { database: Database; clock: Clock },
  engines: readonly IndexEngine[] = [],
): ListingIndex {
  const position = trackRecentPosition(context.database);
  const database = sqlListingIndex({ ...context, position });
  const engineFor = async (query: IndexQuery, asked: Asked) => {
    const engine = engines.find((entry) => entry.covers(query, asked));
    if (!engine) return database;
    const { atLeast } = asked;
    const isCurrent =
      atLeast === undefined || (await engine.reaches(atLeast, longestWaitMs));
    return isCurrent ? engine : database;
  };
  return {
    find: async (query, asked) =>
      (await engineFor(query, asked)).find(query, asked),
    all: async (query, sort) =>
      (await engineFor(query, { page: { sort, page: 1, pageSize: 1 } })).all(
        query,
        sort,
      ),
  };
}
