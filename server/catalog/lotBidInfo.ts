import { hasFlag, type Viewer } from "../../domain/access";
import {
  biddingDeadline,
  isCancellable,
  refuseBidding,
} from "../../domain/bidRules";
import { toJapanIso } from "../../domain/japanTime";
import { cancelDeadlineHours } from "../../domain/limits";
import { isFinished } from "../../domain/lotStatus";
import type { Row } from "../workspace/listing";
import type { LotRow } from "./lotQueries";
import { number, text } from "./rowValues";
import type { BidInfo } from "./shown";

/** What the lot and the viewer's flags say of bidding, before any bid. */
export function lotBidInfo(
  row: Row,
  { lot, viewer, now }: { lot: LotRow; viewer: Viewer; now: Date },
): BidInfo {
  const bidDeadlineCheck = hasFlag(viewer, "bidDeadlineCheck");
  const deadline = biddingDeadline(lot.auction_at, { bidDeadlineCheck });
  const refusal = refuseBidding({
    lot: { status: lot.status, auctionAt: lot.auction_at },
    now,
    bidDeadlineCheck,
    biddingAllowed: hasFlag(viewer, "biddingAllowed"),
    isLimitReached: false,
  });
  const isOrder = lot.area === "stock";
  return {
    bidGroupShow: !isOrder,
    exportTypeOptional: hasFlag(viewer, "exportTypeOptional"),
    exportTypeShow: !isOrder && hasFlag(viewer, "exportTypeShow"),
    startPrice: number(row.startPrice),
    averagePrice: number(row.averagePrice),
    soldPrice: number(row.soldPrice),
    bidLimitReached: false,
    myBid: null,
    jasId: null,
    myBidAmount: null,
    myBidDate: null,
    // Who may not know the lot's time is not told it by the deadline.
    biddingDeadline:
      deadline && text(row.auctionDate) ? toJapanIso(deadline) : null,
    acceptBid: refusal === null,
    cancellationAllowed: isCancellable(lot.auction_at, now),
    auctionFinished: isFinished(lot.status),
    bidStatusId: null,
    bidAdjustmentPrice: null,
    cancelDeadlineHour: cancelDeadlineHours,
  };
}
