import {
  bidIncrement,
  cancelDeadlineHours,
  largestAmount,
  lastHourMinutes,
  minutesBeforeAuctionToBid,
} from "./limits";
import { isFinished, lotStatuses } from "./lotStatus";

const minute = 60_000;

/** Why an amount is refused; the names are those of the error table. */
export type AmountRefusal = "amount_required" | "lower_price" | "incorrect_bid";

/**
 * The rule of an amount in yen: whole, above 0, at least the start price, and
 * a multiple of 5000. An order on a car of fixed price takes just that price.
 */
export function refuseAmount(
  amount: number | null,
  lot: { startPrice: number | null; isFixedPrice?: boolean },
): AmountRefusal | null {
  if (amount === null) return "amount_required";
  const isWhole = Number.isInteger(amount) && amount <= largestAmount;
  if (!isWhole) return "incorrect_bid";
  if (lot.isFixedPrice)
    return amount === lot.startPrice ? null : "incorrect_bid";
  if (amount <= 0 || amount < (lot.startPrice ?? 0)) return "lower_price";
  return amount % bidIncrement === 0 ? null : "incorrect_bid";
}

/** The last moment at which a bid on the lot is taken; null when unknown. */
export function biddingDeadline(
  auctionAt: Date | null,
  viewer: { bidDeadlineCheck: boolean },
): Date | null {
  if (!auctionAt) return null;
  const minutes = viewer.bidDeadlineCheck ? minutesBeforeAuctionToBid : 0;
  return new Date(auctionAt.getTime() - minutes * minute);
}

/** Whether the lot's auction begins within the hour. */
export function isLastHour(auctionAt: Date | null, now: Date): boolean {
  if (!auctionAt) return false;
  const left = auctionAt.getTime() - now.getTime();
  return left > 0 && left < lastHourMinutes * minute;
}

/** Whether a bid may still be called back, `cancelDeadlineHour` before. */
export function isCancellable(
  auctionAt: Date | null,
  now: Date,
  hours: number = cancelDeadlineHours,
): boolean {
  if (!auctionAt) return true;
  return auctionAt.getTime() - now.getTime() >= hours * 60 * minute;
}

/** Why no bid is taken at all; the names are those of the error table. */
export type BiddingRefusal =
  "restricted_user" | "auction_finished" | "bidding_closed" | "bid_limit";

/**
 * Whether a lot takes a bid of this client now, whatever the amount. A lot
 * that is over, one whose deadline has passed, and one that is not coming are
 * told apart, because the client reads why.
 */
export function refuseBidding(options: {
  lot: { status: number; auctionAt: Date | null };
  now: Date;
  bidDeadlineCheck: boolean;
  biddingAllowed: boolean;
  isLimitReached: boolean;
}): BiddingRefusal | null {
  const { lot, now } = options;
  if (isFinished(lot.status)) return "auction_finished";
  const deadline = biddingDeadline(lot.auctionAt, options);
  const isLate = deadline !== null && now.getTime() > deadline.getTime();
  if (isLate || lot.status !== lotStatuses.upcoming) return "bidding_closed";
  if (!options.biddingAllowed) return "restricted_user";
  return options.isLimitReached ? "bid_limit" : null;
}

/**
 * What a new bid may still be, in yen: balance and credit less what active
 * bids already bind; never below 0.
 */
export function allowedBid(account: {
  balance: number;
  creditLimit: number;
  activeBids: number;
}): number {
  const { balance, creditLimit, activeBids } = account;
  return Math.max(0, balance + creditLimit - activeBids);
}

/** Whether money covers the bid: some balance, and the amount allowed. */
export function isCovered(
  amount: number,
  account: { balance: number; creditLimit: number; activeBids: number },
): boolean {
  return account.balance > 0 && amount <= allowedBid(account);
}
