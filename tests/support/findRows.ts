import type { ListingState } from "../../domain/listing/state";
import {
  readRows,
  type ListingCall,
  type ListingReader,
  type Row,
} from "../../server/workspace/listing";

type Query = Omit<ListingCall, "fields"> & { state: ListingState };

/** Returns the number of rows that match, and those of the page with these fields. */
export async function findRows(
  reader: ListingReader,
  query: Query,
  fields: readonly string[],
): Promise<{ rows: Row[]; total: number }> {
  const { index, source } = reader;
  const asked = { page: query.state };
  const { ids, total } = await index.find({ ...query, source }, asked);
  return { rows: await readRows(reader, { ...query, ids, fields }), total };
}
