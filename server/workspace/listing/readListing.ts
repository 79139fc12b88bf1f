import type { PageInfo } from "../../../generated/schemas";
import { replyFields } from "../../../domain/visible";
import type { Database } from "../../platform/database";
import type { ListingIndex, PageQuery } from "./listingIndex";
import { readRows, type Row } from "./readRows";
import type { RowSource } from "./rowSource";
import type { DictionaryCache } from "./dictionaryCache";

export type ListingReader = {
  database: Database;
  source: RowSource;
  index: ListingIndex;
  dictionaries: DictionaryCache;
};

/**
 * One page of a list with the fields its viewer sees. `fields` names them all,
 * the computed ones too, which the rows do not have yet. A page past the end
 * has no rows and the true total.
 */
export async function readListing(
  reader: ListingReader,
  query: PageQuery,
): Promise<{ rows: Row[]; fields: string[]; pageInfo: PageInfo }> {
  const { resource, row, state, viewer, scopeViewer } = query;
  const found = await reader.index.search(query);
  const fields = replyFields(resource, row, viewer);
  const { ids } = found;
  const seen = { row, resource, viewer, scopeViewer };
  const rows = await readRows(reader, { ids, fields, ...seen });
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
