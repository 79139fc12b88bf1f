import { sql } from "kysely";
import { roleOf, type Viewer } from "../../domain/access";
import { carFields } from "../catalog";
import type { Condition, RowSource } from "../workspace/listing";

/**
 * The table of bids, with the fields copied from their lots. The role decides
 * which rows a viewer may read, in every list: clients read their own bids,
 * dealers also the bids of their clients, managers and administrators all bids.
 */
export const bidSource = {
  row: "bid",
  table: "bids",
  id: "id",
  // The lot's other fields are copied here under their own names.
  extra: "extra",
  fields: {
    ...carFields,
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
    // The manager who last changed the bid, else the client's manager.
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
    // Viewer-specific fields of lots are not stored.
    myBid: { kind: "computed" },
    myBidAmount: { kind: "computed" },
    wishList: { kind: "computed" },
  },
  scope: ({ viewer }) => bidsOf(viewer),
} as const satisfies RowSource;

/** Returns the condition that selects the bids a viewer may read. */
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

/** Applies the rule of `bidsOf` to one bid. */
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
