import type { ComputeFields, Row } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import type { Catalog } from "./catalog";
import { lotDetail } from "./lotDetail";

/** Returns how the engine answers lists of lots. */
export const lotLists = (catalog: Catalog): RowLists => ({
  row: catalog.lots.source.row,
  reader: catalog.lots,
  computeFields: (ids, request) => ownBidFieldsOf(catalog, ids, request),
  detail: {
    query: "lot-detail-call#/definitions/query",
    reply: "lot-detail-call#/definitions/reply",
    read: async (context, request) => ({
      success: true,
      detail: await lotDetail({ ...catalog, context }, request),
    }),
  },
});

const ownBidFields = ["myBid", "myBidAmount", "wishList"];

/**
 * Returns the fields of the viewer's own bid on each lot, as far as `fields`
 * contains them: its id and its amount in yen, or null without a bid.
 */
async function ownBidFieldsOf(
  { ports }: Pick<Catalog, "ports">,
  ...[ids, { viewer, fields, atLeast }]: Parameters<ComputeFields>
): Promise<Row[]> {
  const names = ownBidFields.filter((name) => fields.includes(name));
  if (names.length === 0) return [];
  const bids = await ports.bidsOn(viewer, ids, atLeast);
  return ids.map((id) => {
    const bid = bids.get(id);
    const values: Row = {
      myBid: bid?.bidId ?? null,
      myBidAmount: bid?.amount ?? null,
      wishList: [],
    };
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  });
}
