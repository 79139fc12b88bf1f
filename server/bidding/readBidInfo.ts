import { hasFlag, type Viewer } from "../../domain/access";
import { japanDay, toJapanIso } from "../../domain/japanTime";
import type { BidStatus } from "../../generated/schemas";
import type { BidInfo, LotRow } from "../catalog";
import { findAccount } from "../payments";
import type { Context } from "../workspace/context";
import { usedLimits } from "./bidLimits";
import { countBidUse, findBidsOnLots } from "./bidQueries";

/**
 * What a lot's page says of the viewer's bidding: the viewer's own latest bid
 * on it (in yen; one that was called back does not count), whether the limit
 * of the day is used up, and how many bids on USS lots are left of it.
 */
export async function readBidInfo(
  { database, clock }: Pick<Context, "database" | "clock">,
  viewer: Viewer,
  lot: LotRow,
): Promise<{ bidInfo: Partial<BidInfo>; ussLimit: number }> {
  const { kysely } = database;
  const { userId } = viewer;
  const [account, use, [bid]] = await Promise.all([
    findAccount(kysely, userId),
    countBidUse(kysely, userId, japanDay(clock.now())),
    findBidsOnLots(kysely, userId, [lot.id]),
  ]);
  const isAdjustmentShown = hasFlag(viewer, "adjustmentPriceShow");
  return {
    bidInfo: {
      bidLimitReached:
        account !== null && usedLimits({ viewer, account, use }).isDailyUsed,
      ...(bid && {
        myBid: bid.id,
        myBidAmount: bid.amount,
        myBidDate: toJapanIso(bid.placed_at),
        bidStatusId: bid.bid_status as BidStatus,
        bidAdjustmentPrice: isAdjustmentShown ? bid.adjustment_price : null,
      }),
    },
    ussLimit: Math.max(0, (account?.dailyUssLimit ?? 0) - use.ussBidsToday),
  };
}
