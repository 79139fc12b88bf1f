import type { Context } from "../../workspace/context";
import { createListingReader, type RowSource } from "../../workspace/listing";
import type { RowLists } from "../../workspace/lists";
import type { Catalog } from "../catalog";
import { carFields } from "../lotSource";
import { viewerFieldsOf } from "../viewerFields";
import { findLotsOf } from "./favoriteQueries";

/** The lots in the wishlists, of all kinds. Everybody reads only their own. */
export const favoriteSource = {
  row: "favorite",
  table: "favorite_lots",
  id: "id",
  fields: {
    ...carFields,
    id: { kind: "id", column: "id" },
    lotId: { kind: "id", column: "lot_id" },
    lotType: { kind: "column", column: "lot_area" },
    group: { kind: "column", column: "group_name" },
    addedAt: { kind: "column", column: "added_at" },
    status: { kind: "column", column: "status" },
    myBid: { kind: "computed" },
    myBidAmount: { kind: "computed" },
    wishList: { kind: "computed" },
  },
  ownerColumn: "user_id",
  scope: ({ viewer: { userId } }) => ({
    owner: { userId, withClients: false },
  }),
} as const satisfies RowSource;

/** Returns how the engine answers lists of favourites. */
export const favoriteLists = (
  context: Context,
  catalog: Catalog,
): RowLists => ({
  row: favoriteSource.row,
  reader: createListingReader(context, favoriteSource),
  computeFields: async (ids, request) => {
    const { kysely } = context.database;
    const rows = await findLotsOf(kysely, request.viewer.userId, ids);
    const lots = new Map(rows.map(({ id, lot_id }) => [id, lot_id]));
    const lotIds = ids.map((id) => lots.get(id) ?? "0");
    return viewerFieldsOf(catalog, lotIds, request);
  },
});
