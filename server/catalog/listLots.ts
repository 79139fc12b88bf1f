import type { Viewer } from "../../domain/access";
import type { PageInfo } from "../../generated/schemas";
import { readListing, readListingCall, type Row } from "../workspace/listing";
import type { Catalog } from "./catalog";

/** Lots under the name the declaration gives them, and where the page stands. */
export type LotListReply = { success: true; pageInfo: PageInfo } & Row;

/**
 * One page of a listing of lots, as a viewer sees it, each with the viewer's
 * own bid. Throws forbidden and invalid_request.
 */
export async function listLots(
  { context, lots, shown }: Catalog,
  asked: { resource: string; viewer: Viewer; query: Record<string, string> },
): Promise<LotListReply> {
  const { viewer, query } = asked;
  const resource = context.workspace.resource(asked.resource);
  const call = readListingCall({ ...context, resource, viewer, query });
  const { rows, fields, pageInfo } = await readListing(lots, call);
  const ids = rows.map(({ id }) => String(id));
  const bids = await shown.bidsOn(viewer, ids);
  for (const row of rows) {
    const bid = bids.get(String(row.id));
    const computed: Row = {
      myBid: bid?.bidId ?? null,
      myBidAmount: bid?.amount ?? null,
      wishList: [],
    };
    for (const name of fields) if (name in computed) row[name] = computed[name];
  }
  return { success: true, [resource.calls.list.rows]: rows, pageInfo };
}
