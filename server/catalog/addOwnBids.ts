import type { Viewer } from "../../domain/access";
import type { Row } from "../workspace/listing";
import type { Catalog } from "./catalog";

const ownFields = ["myBid", "myBidAmount", "wishList"];

/**
 * Adds to lots the wanted ones of the fields that are the viewer's own: the
 * id and amount, in yen, of the viewer's bid on each.
 */
export async function addOwnBids(
  { shown }: Pick<Catalog, "shown">,
  rows: Row[],
  { viewer, fields }: { viewer: Viewer; fields: readonly string[] },
): Promise<void> {
  const wanted = ownFields.filter((name) => fields.includes(name));
  if (wanted.length === 0) return;
  const ids = rows.map(({ id }) => String(id));
  const bids = await shown.bidsOn(viewer, ids);
  for (const row of rows) {
    const bid = bids.get(String(row.id));
    const own: Row = {
      myBid: bid?.bidId ?? null,
      myBidAmount: bid?.amount ?? null,
      wishList: [],
    };
    for (const name of wanted) row[name] = own[name];
  }
}
