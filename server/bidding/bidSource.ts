import { sql } from "kysely";
import { roleOf, type Viewer } from "../../domain/access";
import { carFacts } from "../catalog";
import type { Condition, RowSource } from "../workspace/listing";

/**
 * Bids, with the lot as it was copied onto them. Which of them a viewer has is
 * said by the role alone, the same for every list: a client's own, a dealer's
 * own and those of the dealer's clients, a manager's all.
 */
export const bidSource = {
  row: "bid",
  table: "bids",
  id: "id",
  // Whatever else a lot carries is copied there under its name.
  extra: "extra",
  fields: {
    ...carFacts,
    bidId: { kind: "id", column: "id" },
    id: { kind: "id", column: "lot_id" },
    autoBid: { kind: "column", column: "auto_bid" },
    lotType: { kind: "column", column: "lot_area" },
    isUss: { kind: "column", column: "is_uss" },
    status: { kind: "column", column: "lot_status" },
    bidDate: { kind: "column", column: "placed_at", day: "placed_day" },
    bidAmount: { kind: "column", column: "amount" },
    bidStatus: { kind: "column", column: "bid_status" },
    bidGroup: { kind: "column", column: "bid_group_id" },
    exportType: { kind: "column", column: "export_type_id" },
    adjustmentPrice: { kind: "column", column: "adjustment_price" },
    version: { kind: "column", column: "version" },
    userId: { kind: "id", column: "user_id" },
    user: {
      kind: "expression",
      expression: sql<string | null>`(
        select full_name from users where users.id = bids.user_id)`,
    },
    // Who last handled the bid, else the one who looks after the client.
    manager: {
      kind: "expression",
      expression: sql<string | null>`(
        select manager.full_name from users as client
        join users as manager
          on manager.id = coalesce(bids.manager_id, client.manager_id)
        where client.id = bids.user_id)`,
    },
    message: { kind: "column", column: "comment" },
    isRead: { kind: "expression", expression: sql<boolean>`true` },
    invoiceAvailable: { kind: "expression", expression: sql<boolean>`false` },
    // What a lot is told for its viewer is no fact of it.
    myBid: { kind: "computed" },
    myBidAmount: { kind: "computed" },
    wishList: { kind: "computed" },
  },
  scope: ({ viewer }) => bidsOf(viewer),
} as const satisfies RowSource;

/** The bids that a viewer may read at all. */
export function bidsOf(viewer: Viewer): Condition {
  switch (roleOf(viewer)) {
    case "manager":
    case "admin":
      return sql`true`;
    case "dealer":
      return sql`(bids.user_id = ${viewer.userId} or bids.user_id in (
        select id from users where dealer_id = ${viewer.userId}))`;
    case "client":
      return sql`bids.user_id = ${viewer.userId}`;
    case "unknown":
      return sql`false`;
  }
}

/** The same of one bid at hand, told by whose it is. */
export function mayRead(
  viewer: Viewer,
  bid: { user_id: string; dealer_id: string | null },
): boolean {
  switch (roleOf(viewer)) {
    case "manager":
    case "admin":
      return true;
    case "dealer":
      return [bid.user_id, bid.dealer_id].includes(viewer.userId);
    case "client":
      return bid.user_id === viewer.userId;
    case "unknown":
      return false;
  }
}
