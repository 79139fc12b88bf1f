import type { Viewer } from "../../domain/access";
import type { Row } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";
import type { Catalog } from "./catalog";
import { lotDetail } from "./lotDetail";

/** Returns how the engine answers lists of lots. */
export const lotLists = (catalog: Catalog): RowLists => ({
  row: catalog.lots.source.row,
  reader: catalog.lots,
  addComputedFields: (rows, request) => addOwnBids(catalog, rows, request),
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
 * Fills in the fields of the viewer's own bid, as far as `fields` contains
 * them: its id and its amount in yen, or null without a bid.
 */
async function addOwnBids(
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
