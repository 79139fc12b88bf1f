import {
  auctionTimeOf,
  doubtSoldPrice,
  isAboveMaximum,
  isBeforeAuction,
} from "../../domain/bidRules";
import { bidStatuses } from "../../domain/bidStatus";
import { isFinished } from "../../domain/lotStatus";
import type { BidRow } from "./bidQueries";

type Values = {
  bidStatus?: number;
  bidAmount?: number;
  soldPrice?: number | null;
};

/** Returns the price that a manager recorded for a bid, else the lot's. */
const priceOf = (bid: BidRow): number | null =>
  bid.manager_sold_price ?? bid.sold_price;

/**
 * Returns the price of a bid that gets the status Win if it is above the maximum: a
 * person has to confirm this price. Returns null for every other change of status.
 */
export function winPriceAboveMaximum(
  bid: BidRow,
  { bidStatus, bidAmount = bid.amount }: Values,
): number | null {
  const price = priceOf(bid);
  const isWon = bidStatus === bidStatuses.win;
  return isWon && isAboveMaximum(price, bidAmount) ? price : null;
}

/**
 * Returns whether a person has to confirm a sold price: before the auction, or if it is
 * probably a typo.
 */
export function isSoldPriceDoubtful(
  bid: BidRow,
  {
    change: { values },
    changed,
    now,
  }: {
    change: { values: Values };
    /** The fields that get another value. */
    changed: readonly string[];
    now: Date;
  },
): boolean {
  const { bidStatus = bid.bid_status, bidAmount = bid.amount } = values;
  const { soldPrice } = values;
  if (!changed.includes("soldPrice") || typeof soldPrice !== "number")
    return false;
  const auctionAt = auctionTimeOf(bid.lot_area, bid.auction_at);
  if (isBeforeAuction(auctionAt, now) && !isFinished(bid.lot_status))
    return true;
  const prices = {
    startPrice: bid.start_price,
    amount: bidAmount,
    former: priceOf(bid),
  };
  const isWon = bidStatus === bidStatuses.win;
  return doubtSoldPrice(soldPrice, { ...prices, isWon }) !== null;
}
