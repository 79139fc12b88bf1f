import type { PageInfo } from "../../../generated/schemas";
import { replyFields } from "../../../domain/visible";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { ListingIndex, PageQuery } from "./listingIndex";
import { readRows, type Row } from "./readRows";
import type { RowSource } from "./rowSource";
import { sqlListingIndex } from "./sqlListingIndex";
import { createDictionaryCache, type DictionaryCache } from "./dictionaryCache";

/** Reads the lists over one table. */
export type ListingReader = {
  database: Database;
  source: RowSource;
  index: ListingIndex;
  dictionaries: DictionaryCache;
};

/** Makes the reader of the lists over a table, with its dictionary cache. */
export function createListingReader(
  { database, clock }: { database: Database; clock: Clock },
  source: RowSource,
): ListingReader {
  const dictionaries = createDictionaryCache(database);
  const index = sqlListingIndex({ database, source, dictionaries, clock });
  return { database, source, index, dictionaries };
}

/**
 * Reads one page of a list with the fields that its viewer may see. `fields`
 * also names computed fields, which the rows do not have yet. A page past the
 * end has no rows and the true total.
 */
export async function readListing(
  reader: ListingReader,
  query: PageQuery,
): Promise<{ rows: Row[]; fields: string[]; pageInfo: PageInfo }> {
  const { resource, row, state, viewer } = query;
  const found = await reader.index.search(query);
  const fields = replyFields(resource, row, viewer);
  const { ids } = found;
  const rows = await readRows(reader, { ...query, ids, fields });
  return {
    rows,
    fields,
    pageInfo: {
      pageSize: state.pageSize,
      page: state.page,
      totalSearchResults: found.total,
      totalResults: found.totalUnfiltered,
    },
  };
}
