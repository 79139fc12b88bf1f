import {
  hasFlag,
  isStaff,
  roleOf,
  type PermissionFlag,
  type Viewer,
} from "./access";
import { bidActorOf } from "./bidTransitions";

/** The values of a bid that have a call of their own. */
export type BidValueCall =
  | "status"
  | "amount"
  | "soldPrice"
  | "autoBid"
  | "adjustmentPrice"
  | "outcome";

/** The flag that a manager needs for each call. */
const managerFlags: Record<BidValueCall, PermissionFlag> = {
  status: "bidManageStatus",
  amount: "bidManageBidPrice",
  soldPrice: "bidManageSoldPrice",
  autoBid: "bidManageStatus",
  adjustmentPrice: "adjustmentPriceShow",
  outcome: "correctOutcome",
};

/** The calls by which clients and dealers cancel and edit bids. */
export const clientCalls: readonly BidValueCall[] = ["status", "amount"];

/**
 * Returns whether the viewer may use the call at all. Which bids and which
 * values they may change is decided by `mayRead` and the table of transitions.
 */
export function mayChangeBids(viewer: Viewer, call: BidValueCall): boolean {
  const role = roleOf(viewer);
  if (isStaff(role))
    return (
      hasFlag(viewer, "bidManagementEnabled") &&
      hasFlag(viewer, managerFlags[call])
    );
  return role !== "unknown" && clientCalls.includes(call);
}

/** The fields of a bid that clients and dealers may set. */
const clientFields: readonly string[] = [
  "bidStatus",
  "bidAmount",
  "bidGroup",
  "exportType",
];

/** Returns whether the viewer may set the field of a bid, by its row schema. */
export const maySetBidField = (viewer: Viewer, field: string): boolean =>
  bidActorOf(viewer) === "client"
    ? clientFields.includes(field)
    : field !== "adjustmentPrice" || hasFlag(viewer, "adjustmentPriceShow");
