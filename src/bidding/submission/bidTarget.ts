import { isActive } from "../../../domain/bidStatus";
import type { LotDetail } from "../../../generated/schemas";

/** The purpose of the form: a new bid, a bid for a client, or a change of a bid. */
export type BidTarget =
  | { kind: "own" }
  | { kind: "client" }
  | { kind: "change"; bid: OwnBid };

/** The viewer's active bid on a lot; the amount is yen. */
export type OwnBid = {
  bidId: string;
  amount: number;
  group: number | null;
  type: number | null;
  version: number | undefined;
};

/** Returns the viewer's active bid on the lot, null without one. */
export function ownBidOf({
  bidInfo,
}: Pick<LotDetail, "bidInfo">): OwnBid | null {
  const { myBid, myBidAmount, bidStatusId } = bidInfo;
  const isOpen = bidStatusId !== null && isActive(bidStatusId);
  if (myBid === null || myBidAmount === null || !isOpen) return null;
  return {
    bidId: myBid,
    amount: myBidAmount,
    group: bidInfo.myBidGroup ?? null,
    type: bidInfo.myBidType ?? null,
    version: bidInfo.myBidVersion,
  };
}
