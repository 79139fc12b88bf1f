import type { Viewer } from "../../domain/access";
import type { PageInfo } from "../../generated/schemas";
import { parseListCall, readListing, type Row } from "../workspace/listing";
import type { Catalog } from "./catalog";

/** The rows under the name that the declaration gives them, and the totals. */
export type LotListReply = { success: true; pageInfo: PageInfo } & Row;

/**
 * Returns one page of a list of lots, cut to the viewer, with the viewer's own
 * bid on each lot. Throws forbidden and invalid_request.
 */
export async function listLots(
  catalog: Catalog,
  request: {
    resource: string;
    viewer: Viewer;
    query: Record<string, string>;
  },
): Promise<LotListReply> {
  const { context, lots } = catalog;
  const { viewer, query } = request;
  const resource = context.workspace.resource(request.resource);
  const call = parseListCall({ ...context, resource, viewer, query });
  const { rows, fields, pageInfo } = await readListing(lots, call);
  await addOwnBids(catalog, rows, { viewer, fields });
  return { success: true, [resource.calls.list.rows]: rows, pageInfo };
}

const ownBidFields = ["myBid", "myBidAmount", "wishList"];

/**
 * Fills in the fields of the viewer's own bid, as far as `fields` contains
 * them: its id and its amount in yen, or null without a bid.
 */
export async function addOwnBids(
  { ports }: Pick<Catalog, "ports">,
  rows: Row[],
  { viewer, fields }: { viewer: Viewer; fields: readonly string[] },
): Promise<void> {
  const names = ownBidFields.filter((name) => fields.includes(name));
  if (names.length === 0) return;
  const lotIds = rows.map(({ id }) => String(id));
  const bids = await ports.bidsOn(viewer, lotIds);
  for (const row of rows) {
    const bid = bids.get(String(row.id));
    const values: Row = {
      myBid: bid?.bidId ?? null,
      myBidAmount: bid?.amount ?? null,
      wishList: [],
    };
    for (const name of names) row[name] = values[name];
  }
}
