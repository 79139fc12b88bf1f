import type { Viewer } from "../../domain/access";
import { allowedBid } from "../../domain/bidRules";
import { japanDay, toJapanIso } from "../../domain/japanTime";
import { visibleRow } from "../../domain/visible";
import type { Balance, BidStatus } from "../../generated/schemas";
import type { CatalogPorts, LotMarks } from "../catalog";
import { findAccount, type Account } from "../payments";
import type { Context } from "../workspace/context";
import { countBidUse, findBidInfo } from "./presentBids";
import { bidSource } from "./bidSource";
import { usedLimits } from "./placeBid";

/**
 * Returns the viewer's bid information for a lot's page: the latest bid that is
 * not cancelled, in yen, whether the daily limit is used up, and the limit of bids
 * on USS lots a day with the rest of today, and the marks of the lot. Fields that the
 * viewer may not see in lists of bids are null.
 */
export async function readBidInfo(
  { database, clock, schemas }: Pick<Context, "database" | "clock" | "schemas">,
  viewer: Viewer,
  lotId: string,
  marks: LotMarks,
): ReturnType<CatalogPorts["biddingOn"]> {
  const { today, uss, dailyBidLimit, dailyUssLimit, note, groups, ...bid } =
    await findBidInfo(database.kysely, {
      userId: viewer.userId,
      day: japanDay(clock.now()),
      lotId,
      marks,
    });
  const use = { bidsToday: Number(today), ussBidsToday: Number(uss) };
  const ussLimit = dailyUssLimit ?? 0;
  const visible = visibleRow(schemas.row(bidSource.row), viewer).properties;
  const ifVisible = <Value>(field: string, value: Value) =>
    Object.hasOwn(visible, field) ? value : null;
  return {
    bidInfo: {
      bidLimitReached:
        dailyBidLimit !== null &&
        usedLimits({
          viewer,
          account: { dailyBidLimit, dailyUssLimit: ussLimit },
          use,
        }).isDailyUsed,
      ...(bid.id !== null && {
        myBid: ifVisible("bidId", bid.id),
        jasId: ifVisible("bidId", bid.id),
        myBidAmount: ifVisible("bidAmount", bid.amount),
        myBidDate: ifVisible(
          "bidDate",
          bid.placed_at && toJapanIso(bid.placed_at),
        ),
        bidStatusId: ifVisible("bidStatus", bid.bid_status as BidStatus),
        myBidGroup: ifVisible("bidGroup", bid.bid_group_id),
        myBidType: ifVisible("exportType", bid.export_type_id),
        myBidVersion: bid.version ?? undefined,
        bidAdjustmentPrice: ifVisible("adjustmentPrice", bid.adjustment_price),
      }),
    },
    ussCounter: {
      ussLimit,
      ussLeft: Math.max(0, ussLimit - use.ussBidsToday),
    },
    note,
    groups,
  };
}

const emptyAccount: Account = {
  balance: 0,
  creditLimit: 0,
  dailyBidLimit: 0,
  dailyUssLimit: 0,
  activeBids: 0,
};

/**
 * Returns a user's money and limits in yen and today's use of them in Japan.
 * A user without an account has zeros and cannot bid.
 */
export async function readBalance(
  { database, clock }: Pick<Context, "database" | "clock">,
  userId: string,
): Promise<Required<Balance>> {
  const { kysely } = database;
  const account = (await findAccount(kysely, userId)) ?? emptyAccount;
  const use = await countBidUse(kysely, userId, japanDay(clock.now()));
  return { ...account, ...use, bidAllow: allowedBid(account) };
}
