import type { RowSource } from "../../workspace/listing";
import { carFields } from "../lotSource";

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
