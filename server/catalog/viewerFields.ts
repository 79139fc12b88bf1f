import type { ComputeFields, Row } from "../workspace/listing";
import type { Catalog } from "./catalog";
import { wishListOf } from "./favorites/ownFavorites";

const bidFields = ["myBid", "myBidAmount", "bidStatusId"];
const wishList = "wishList";

/**
 * Returns the fields of each lot that depend on the viewer and that `fields` names: the
 * id, the amount in yen and the status of the own bid, null if there is no bid, and the
 * groups of the wishlist that contain the lot.
 */
export async function viewerFieldsOf(
  { ports, favorites }: Pick<Catalog, "ports" | "favorites">,
  ids: readonly string[],
  { viewer, fields, known }: Parameters<ComputeFields>[1],
): Promise<Row[]> {
  const names = [...bidFields, wishList].filter((name) =>
    fields.includes(name),
  );
  if (names.length === 0) return [];
  const hasBids = bidFields.some((name) => names.includes(name));
  const [bids, groups] = await Promise.all([
    hasBids ? ports.bidsOn(viewer, ids, known) : null,
    names.includes(wishList) ? favorites.on(viewer, ids, known) : null,
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
