import { hasFlag, type Viewer } from "../../domain/access";
import {
  biddingDeadline,
  isCancellable,
  refuseBidding,
} from "../../domain/bidRules";
import { japanDay, toJapanIso } from "../../domain/japanTime";
import { cancelDeadlineHours } from "../../domain/limits";
import { isFinished } from "../../domain/lotStatus";
import type { BidStatus, LotDetail } from "../../generated/schemas";
import type { LotRow } from "../catalog";
import { findAccount } from "../payments";
import type { Context } from "../workspace/context";
import { usedLimits } from "./bidLimits";
import { countBidUse, findBidsOnLots } from "./bidQueries";

/** What a lot's page says of bidding on it, and of the day's USS limit. */
export type LotBidding = Pick<LotDetail, "bidInfo" | "ussCounter">;

/**
 * What the viewer may do on a lot now: prices in yen, the deadline in Japan
 * time, the viewer's own latest bid (one called back does not count), and
 * whether a limit of the day is used up. Reads only the viewer's own bids.
 */
export async function readBidInfo(
  { database, clock }: Pick<Context, "database" | "clock">,
  { viewer, lot }: { viewer: Viewer; lot: LotRow },
): Promise<LotBidding> {
  const { kysely } = database;
  const now = clock.now();
  const account = await findAccount(kysely, viewer.userId);
  const use = await countBidUse(kysely, viewer.userId, japanDay(now));
  const [bid] = await findBidsOnLots(kysely, viewer.userId, [lot.id]);
  const limits = account && usedLimits({ viewer, account, use });
  const isStock = lot.area === "stock";
  const bidDeadlineCheck = hasFlag(viewer, "bidDeadlineCheck");
  const deadline = biddingDeadline(lot.auction_at, { bidDeadlineCheck });
  const refusal = refuseBidding({
    lot: { status: lot.status, auctionAt: lot.auction_at },
    now,
    bidDeadlineCheck,
    biddingAllowed: hasFlag(viewer, "biddingAllowed"),
    isLimitReached: false,
  });
  return {
    bidInfo: {
      bidGroupShow: !isStock,
      exportTypeOptional: hasFlag(viewer, "exportTypeOptional"),
      exportTypeShow: !isStock && hasFlag(viewer, "exportTypeShow"),
      startPrice: lot.start_price,
      averagePrice: lot.average_price,
      soldPrice: lot.sold_price,
      bidLimitReached: limits?.isDailyUsed ?? false,
      myBid: bid?.id ?? null,
      jasId: null,
      myBidAmount: bid?.amount ?? null,
      myBidDate: bid ? toJapanIso(bid.placed_at) : null,
      biddingDeadline: deadline && toJapanIso(deadline),
      acceptBid: refusal === null,
      cancellationAllowed: isCancellable(lot.auction_at, now),
      auctionFinished: isFinished(lot.status),
      bidStatusId: bid ? (bid.bid_status as BidStatus) : null,
      bidAdjustmentPrice: hasFlag(viewer, "adjustmentPriceShow")
        ? (bid?.adjustment_price ?? null)
        : null,
      cancelDeadlineHour: cancelDeadlineHours,
    },
    ussCounter: {
      ussLimit: Math.max(0, (account?.dailyUssLimit ?? 0) - use.ussBidsToday),
    },
  };
}
