import {
  auctionTimeOf,
  doubtSoldPrice,
  isAboveMaximum,
  isBeforeAuction,
} from "../../domain/bidRules";
import { bidStatuses } from "../../domain/bidStatus";
import { isFinished } from "../../domain/lotStatus";
import type { BidRow } from "./bidQueries";

/**
 * Returns whether a person has to confirm the price of a change: a sold price before the
 * auction or one that is probably a typo, and a win at a price above the maximum.
 */
export function isPriceDoubtful(
  bid: BidRow,
  {
    change: { values },
    changed,
    now,
  }: {
    change: {
      values: {
        bidStatus?: number;
        bidAmount?: number;
        soldPrice?: number | null;
      };
    };
    /** The fields that get another value. */
    changed: readonly string[];
    now: Date;
  },
): boolean {
  const { bidStatus = bid.bid_status, bidAmount = bid.amount } = values;
  const isWon = bidStatus === bidStatuses.win;
  const former = bid.manager_sold_price ?? bid.sold_price;
  if (changed.includes("bidStatus") && isWon)
    if (isAboveMaximum(former, bidAmount)) return true;
  const { soldPrice } = values;
  if (!changed.includes("soldPrice") || typeof soldPrice !== "number")
    return false;
  const auctionAt = auctionTimeOf(bid.lot_area, bid.auction_at);
  if (isBeforeAuction(auctionAt, now) && !isFinished(bid.lot_status))
    return true;
  const prices = { startPrice: bid.start_price, amount: bidAmount, former };
  return doubtSoldPrice(soldPrice, { ...prices, isWon }) !== null;
}
