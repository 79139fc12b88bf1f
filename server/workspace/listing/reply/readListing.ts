import { summaryField } from "../../../../domain/summary";
import { allValue, filterId } from "../../../../domain/resource";
import type { PageInfo } from "../../../../generated/schemas";
import {
  numberOf,
  ofAllTopics,
  type KnownChanges,
} from "../../../platform/changes";
import type { Clock } from "../../../platform/clock";
import type { Database } from "../../../platform/database";
import type { SchemaRegistry } from "../../../platform/schemas/registry";
import { groupMembers } from "../../../../domain/condition/values";
import type { ListingCall } from "../query/listingCall";
import {
  isCounted,
  type ChangeNumber,
  type Found,
  type ListingIndex,
  type PagePart,
} from "../query/listingIndex";
import {
  createRowTexts,
  rowTextsOf,
  type RowText,
  type RowTexts,
} from "../rows/rowTexts";
import {
  createDictionaryCache,
  type DictionaryCache,
} from "../source/dictionaryCache";
import type { RowSource } from "../source/rowSource";

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
  const asked = {
    page: state,
    facets,
    sums: [...new Set(summary.map(summaryField))],
  };
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

/** The change numbers that a reader sends and gets with a list. */
export type Freshness = {
  /** The change numbers that the client has seen. */
  known: KnownChanges;
  /** Called with the number up to which a reply includes all changes. */
  onVersion: (version: ChangeNumber) => void;
};

/** Returns a reader whose lists include every change that the client has seen. */
export const freshReader = (
  reader: ListingReader,
  { known, onVersion }: Freshness,
): ListingReader => {
  const { index } = reader;
  const find: ListingIndex["find"] = async (query, asked) => {
    const { source } = query;
    // Fields that depend on the viewer may read rows of other topics.
    const topic = source.fieldsFor ? undefined : source.changes?.topic;
    const atLeast = numberOf(known, topic);
    const found = await index.find(query, { ...asked, atLeast });
    // An own write has a number, but earlier transactions may still be open.
    onVersion(highest(found.version, numberOf(known, ofAllTopics)));
    return { ...found, version: highest(found.version, atLeast) };
  };
  return { ...reader, index: { ...index, find } };
};

const highest = (left: ChangeNumber, right: ChangeNumber): ChangeNumber =>
  left > right ? left : right;

/** The number of rows of a tab. */
type TabCounter = { status: string; count: number };

/**
 * Returns the counts of the tabs from a search that has counted their filter, no counts
 * if it had no time to count. All filters but the tabs' own apply.
 */
export function countTabs(
  { resource, row }: ListingCall,
  found: Found,
): TabCounter[] {
  const { tabs, filters } = resource;
  if (!tabs || !isCounted(found)) return [];
  const filter = filters.find((entry) => filterId(entry) === tabs.filter);
  const field = row.properties[filter?.field ?? ""] ?? {};
  const counts = found.counts.get(tabs.filter);
  const countOf = (value: string) =>
    groupMembers(field, value).reduce(
      (sum, member) => sum + (counts?.get(member) ?? 0),
      0,
    );
  return tabs.values.map(({ value }) => ({
    status: value,
    count:
      value === allValue
        ? (found.facetTotals.get(tabs.filter) ?? 0)
        : countOf(value),
  }));
}
