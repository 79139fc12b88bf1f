import type { ListingState } from "../../domain/listing/state";
import {
  readRows,
  type ListingCall,
  type ListingReader,
  type Row,
} from "../../server/workspace/listing";

type Query = Omit<ListingCall, "fields"> & { state: ListingState };

/** Returns the rows of a page with these fields, and the number of matching rows. */
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
