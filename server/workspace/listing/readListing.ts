import type { PageInfo } from "../../../generated/schemas";
import { replyFields } from "../../../domain/visible";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { ListingState } from "../../../domain/listing/state";
import type { Found, ListingIndex } from "./listingIndex";
import type { ListingQuery } from "./narrowing";
import { readRows, type Row } from "./readRows";
import type { RowSource } from "./rowSource";
import { createDictionaryCache, type DictionaryCache } from "./dictionaryCache";

/** Reads the lists over one table. */
export type ListingReader = {
  database: Database;
  source: RowSource;
  index: ListingIndex;
  dictionaries: DictionaryCache;
  clock: Clock;
};

type PageQuery = ListingQuery & { state: ListingState };

/** Makes the reader of the lists over a table, with its dictionary cache. */
export function createListingReader(
  context: { database: Database; clock: Clock; index: ListingIndex },
  source: RowSource,
): ListingReader {
  const { database, clock, index } = context;
  const dictionaries = createDictionaryCache(database);
  return { database, source, index, dictionaries, clock };
}

/**
 * Reads one page of a list with the fields that its viewer may see. `fields`
 * also names computed fields, which the rows do not have yet. A page past the
 * end has no rows and the true total.
 */
export async function readListing(
  reader: ListingReader,
  query: PageQuery,
  facets: readonly string[] = [],
): Promise<{
  rows: Row[];
  fields: string[];
  pageInfo: PageInfo;
  /** The counts of `facets` and the sums, of the same moment as the page. */
  found: Found;
}> {
  const { resource, row, state, viewer } = query;
  const { source, index } = reader;
  const { summary = [] } = resource;
  const asked = { page: state, facets, sums: summary };
  const found = await index.find({ ...query, source }, asked);
  const fields = replyFields(resource, row, viewer);
  const { ids } = found;
  const rows = await readRows(reader, { ...query, ids, fields });
  return {
    rows,
    fields,
    found,
    pageInfo: {
      pageSize: state.pageSize,
      page: state.page,
      totalSearchResults: found.total,
      totalResults: found.totalUnfiltered,
    },
  };
}
