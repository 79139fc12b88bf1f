import type { ComputeFields, Row } from "../workspace/listing";
import type { Catalog } from "./catalog";
import { wishListOf } from "./favorites/ownFavorites";

const bidFields = ["myBid", "myBidAmount", "bidStatusId"];
const wishList = "wishList";

/**
 * Returns the fields of each lot that depend on the viewer, as far as `fields`
 * contains them: the id, amount in yen and status of the own bid, or null without
 * a bid, and the groups of the wishlist in which the lot is.
 */
export async function viewerFieldsOf(
  { ports, favorites }: Pick<Catalog, "ports" | "favorites">,
  ids: readonly string[],
  { viewer, fields, atLeast }: Parameters<ComputeFields>[1],
): Promise<Row[]> {
  const names = [...bidFields, wishList].filter((name) =>
    fields.includes(name),
  );
  if (names.length === 0) return [];
  const hasBids = bidFields.some((name) => names.includes(name));
  const [bids, groups] = await Promise.all([
    hasBids ? ports.bidsOn(viewer, ids, atLeast) : null,
    names.includes(wishList) ? favorites.on(viewer, ids, atLeast) : null,
  ]);
  return ids.map((id) => {
    const bid = bids?.get(id);
    const values: Row = {
      myBid: bid?.bidId ?? null,
      myBidAmount: bid?.amount ?? null,
      bidStatusId: bid?.status ?? null,
      wishList: wishListOf(groups?.get(id)),
    };
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  });
}
