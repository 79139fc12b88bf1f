import { bidStatuses, isActive } from "./bidStatus";

/** The money that a bid takes from its client's limit, in yen. */
export type Claim = {
  /** Held until the bid is decided. */
  held: number;
  /** The debt of a won car; 0 without one. */
  owed: number;
};

/** The values of a bid that decide about money. Amounts are yen. */
export type ClaimingBid = {
  status: number;
  amount: number;
  /** The price of the result at which a won car is booked. */
  wonPrice: number | null;
  /** The price that a manager recorded. */
  managerSoldPrice: number | null;
};

/**
 * Returns the claim of a bid by itself. A bid that is not decided holds its amount. A win
 * owes the price at which it is booked, and holds the amount until that price is known.
 * Every other status claims nothing. A price that a manager recorded wins over the price
 * of the result. Bids of a group hold together what `groupHold` says.
 */
export function claimOf(bid: ClaimingBid): Claim {
  const { status, amount, wonPrice, managerSoldPrice } = bid;
  if (isActive(status)) return { held: amount, owed: 0 };
  if (status !== bidStatuses.win) return { held: 0, owed: 0 };
  const owed = managerSoldPrice ?? wonPrice ?? 0;
  return { held: owed > 0 ? 0 : amount, owed };
}

/**
 * Returns the price in yen at which a bid is booked that a person marks as won; null
 * until the price is known. An order costs its price. The price of a lot that was sold
 * above the maximum does not count, because the car probably went to another bidder.
 */
export const priceOfWin = (bid: {
  amount: number;
  isOrder: boolean;
  soldPrice: number | null;
}): number | null => {
  if (bid.isOrder) return bid.amount;
  const { soldPrice } = bid;
  return soldPrice !== null && soldPrice <= bid.amount ? soldPrice : null;
};

/**
 * Returns whether a client's money covers a claim in place of the present one. A debt is
 * a fact, so it is always covered; new bids are refused afterwards. A claim that takes no
 * more than the present one is covered as well. `account` is the state with the present
 * claim.
 */
export function isClaimCovered(
  next: Claim,
  present: Claim,
  account: { balance: number; creditLimit: number; activeBids: number },
): boolean {
  if (next.owed > 0 || next.held <= present.held + present.owed) return true;
  const balance = account.balance + present.owed;
  const otherHolds = account.activeBids - present.held;
  return balance > 0 && next.held + otherHolds <= balance + account.creditLimit;
}
