import { bidIncrement, largestAmount } from "./limits";
import { isFinished, lotStatuses } from "./lotStatus";
import { momentsOf } from "./moments";

/** The reasons to reject an amount; each is a code of the error table. */
export type AmountRefusal =
  | "amount_required"
  | "lower_price"
  | "incorrect_bid"
  | "not_the_price"
  | "amount_too_high";

/**
 * Checks the amount of a bid in yen and returns the reason to reject it, null
 * when it is valid. An amount is a positive multiple of 5000 and at least the
 * start price. An order for a car with a fixed price must be that price.
 */
export function refuseAmount(
  amount: number | null,
  lot: { startPrice: number | null; isFixedPrice?: boolean },
): AmountRefusal | null {
  if (amount === null) return "amount_required";
  if (!Number.isInteger(amount)) return "incorrect_bid";
  if (amount > largestAmount) return "amount_too_high";
  if (lot.isFixedPrice)
    return amount === lot.startPrice ? null : "not_the_price";
  if (amount <= 0 || amount < (lot.startPrice ?? 0)) return "lower_price";
  return amount % bidIncrement === 0 ? null : "incorrect_bid";
}

/** Why a sold price is probably a typo. */
export type PriceDoubt = "belowStart" | "aboveMaximum" | "tenfold";

/** A price that is this many times another price, or this part of it, may be a typo. */
const suspiciousFactor = 10;

/**
 * Returns why a sold price is probably wrong, null if it is plausible. All amounts are
 * yen. It is compared with the start price, with the maximum of a won bid, and with the
 * former sold price, or else with the bid.
 */
export function doubtSoldPrice(
  price: number,
  bid: {
    startPrice: number | null;
    amount: number | null;
    former: number | null;
    isWon: boolean;
  },
): PriceDoubt | null {
  const { startPrice, amount, former, isWon } = bid;
  if (startPrice !== null && price < startPrice) return "belowStart";
  if (isWon && isAboveMaximum(price, amount)) return "aboveMaximum";
  const usual = former ?? amount;
  if (!usual) return null;
  const isFar =
    price >= suspiciousFactor * usual || price * suspiciousFactor <= usual;
  return isFar ? "tenfold" : null;
}

/** Returns true if a bid was won at a price above its maximum; both amounts are yen. */
export const isAboveMaximum = (
  price: number | null,
  maximum: number | null,
): boolean => price !== null && maximum !== null && price > maximum;

/**
 * Returns when a lot is auctioned; null for a car at a fixed price, whose date says
 * since when it is available, so that it never closes the lot.
 */
export const auctionTimeOf = (area: string, date: Date | null): Date | null =>
  area === "stock" ? null : date;

/** Returns true while the auction of the lot is still to come. */
export const isBeforeAuction = (auctionAt: Date | null, now: Date): boolean =>
  auctionAt !== null && auctionAt.getTime() > now.getTime();

/**
 * Returns true while clients may cancel and edit their bids on the lot: the lot
 * takes bids, and its cancel deadline has not passed.
 */
export function isOpenToClients(
  lot: { status: number; auctionAt: Date | null },
  now: Date,
): boolean {
  const moments = momentsOf(lot.auctionAt);
  return (
    lot.status === lotStatuses.upcoming &&
    (moments === null || now <= moments.cancelUntil)
  );
}

/** The reasons to reject any bid; each is a code of the error table. */
export type BiddingRefusal =
  | "restricted_user"
  | "auction_finished"
  | "bidding_closed"
  | "bid_limit";

/**
 * Returns the reason why the client cannot bid on the lot now, whatever the
 * amount; null when the client can. A finished auction has a reason of its own,
 * because the client reads it.
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
  const moments = momentsOf(lot.auctionAt, options);
  const isLate = moments !== null && now > moments.bidsClose;
  if (isLate || lot.status !== lotStatuses.upcoming) return "bidding_closed";
  if (!options.biddingAllowed) return "restricted_user";
  return options.isLimitReached ? "bid_limit" : null;
}

type Funds = {
  balance: number;
  creditLimit: number;
  activeBids: number;
  /** The allowed bid that the server has calculated. */
  bidAllow?: number;
};

/**
 * Returns the largest amount of a new bid, in yen: the server's `bidAllow` if
 * given, else balance plus credit limit minus active bids. At least 0 and at
 * most the largest amount of any bid.
 */
export function allowedBid(account: Funds): number {
  const { balance, creditLimit, activeBids, bidAllow } = account;
  const rest = bidAllow ?? balance + creditLimit - activeBids;
  return Math.min(Math.max(rest, 0), largestAmount);
}

/**
 * Returns the largest amount of a new bid whose credit is checked, in yen: none
 * without a positive balance, however high the credit.
 */
export const largestBid = (account: Funds): number =>
  account.balance > 0 ? allowedBid(account) : 0;

/** Returns true when the balance is positive and the amount is allowed. */
export const isCovered = (amount: number, account: Funds): boolean =>
  account.balance > 0 && amount <= allowedBid(account);

/** The section of the locales with the texts of orders at a fixed price. */
export const orderTexts = "orders";

/** The section with the texts about several bids of which some are orders. */
const mixedTexts = "bidsAndOrders";

/**
 * Returns the section of the locales for a bid on a lot of this area; undefined for the
 * usual texts. Rows of lists declare the same with `x-textsFor`.
 */
export const bidTexts = (area: string | undefined): string | undefined =>
  area === "stock" ? orderTexts : undefined;

/** Returns the section for a text about bids on lots of these areas. */
export function textsOfBids(areas: Iterable<string>): string | undefined {
  const sections = new Set([...areas].map(bidTexts));
  return sections.size > 1 ? mixedTexts : [...sections][0];
}
