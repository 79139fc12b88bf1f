import type { PageInfo } from "../../../generated/schemas";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import {
  isCounted,
  type Found,
  type ListingIndex,
  type PagePart,
} from "./listingIndex";
import type { ListingCall } from "./listingCall";
import type { RowSource } from "./rowSource";
import { createDictionaryCache, type DictionaryCache } from "./dictionaryCache";
import {
  createRowTexts,
  rowTextsOf,
  type RowText,
  type RowTexts,
} from "./rowTexts";

/** Reads the lists over one table. */
export type ListingReader = {
  database: Database;
  source: RowSource;
  index: ListingIndex;
  dictionaries: DictionaryCache;
  /** The rows that are kept as JSON; null keeps none. */
  texts: RowTexts | null;
  clock: Clock;
};

/**
 * Makes the reader of the lists over a table; readers may share a dictionary
 * cache. It keeps about `textBytes` of rows whose versions the index knows.
 */
export function createListingReader(
  context: { database: Database; clock: Clock; index: ListingIndex },
  source: RowSource,
  {
    textBytes = 0,
    dictionaries = createDictionaryCache(context.database),
  }: { textBytes?: number; dictionaries?: DictionaryCache } = {},
): ListingReader {
  const { database, clock, index } = context;
  const texts = textBytes > 0 ? createRowTexts(textBytes) : null;
  return { database, source, index, dictionaries, texts, clock };
}

/**
 * Reads one page of a list with the stored fields that its viewer may see. A
 * page past the end has no rows and the true total. If the database had no time to count,
 * the total is known on the last page only, and is -1 on other pages.
 */
export async function readListing(
  reader: ListingReader,
  {
    schemas,
    facets = [],
    ...query
  }: ListingCall & {
    schemas: Pick<SchemaRegistry, "serializer">;
    facets?: readonly string[];
  },
): Promise<{
  rows: RowText[];
  pageInfo: PageInfo;
  /** The counts of `facets` and the sums, of the same moment as the page. */
  found: Found;
}> {
  const { resource, state } = query;
  const { source, index } = reader;
  const { summary = [] } = resource;
  const asked = { page: state, facets, sums: summary };
  const readTexts = rowTextsOf(reader, schemas, query);
  const found = await index.find({ ...query, source }, asked);
  return {
    rows: await readTexts(found),
    found,
    pageInfo: {
      pageSize: state.pageSize,
      page: state.page,
      totalSearchResults: isCounted(found)
        ? found.total
        : totalByPage(found.ids.length, state),
      totalResults: found.totalUnfiltered,
    },
  };
}

/** Returns the number of rows up to the last page, -1 for pages that may not be the last. */
function totalByPage(rows: number, { page, pageSize }: PagePart): number {
  const isLast = rows < pageSize && (rows > 0 || page === 1);
  return isLast ? (page - 1) * pageSize + rows : -1;
}
