import { isCovered } from "./bidRules";
import { bidStatuses, isActive } from "./bidStatus";

/** `active` binds the amount; `converted` became a debt; `released` is free. */
export type HoldState = "active" | "released" | "converted";

/** The money that a bid takes from its client's limit. Amounts are yen. */
export type Claim = {
  state: HoldState;
  /** The maximum of the bid, which counts while the hold is active. */
  amount: number;
  /** The debt of a won car; 0 without one. */
  owed: number;
};

/**
 * Returns the claim of a bid. A bid that is not decided holds its amount. A win
 * owes the price at which it is booked, and holds the amount until that price is known.
 * Every other status claims nothing. A price that a manager recorded wins over the price
 * of the result.
 */
export function claimOf(bid: {
  status: number;
  amount: number;
  wonPrice: number | null;
  recordedPrice: number | null;
}): Claim {
  const { status, amount, wonPrice, recordedPrice } = bid;
  if (isActive(status)) return { state: "active", amount, owed: 0 };
  if (status !== bidStatuses.win) return { state: "released", amount, owed: 0 };
  const price = recordedPrice ?? wonPrice ?? 0;
  return price > 0
    ? { state: "converted", amount, owed: price }
    : { state: "active", amount, owed: 0 };
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

/** Returns the yen that a claim holds. */
const heldBy = ({ state, amount }: Claim): number =>
  state === "active" ? amount : 0;

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
  const before = heldBy(present) + present.owed;
  if (next.owed > 0 || heldBy(next) <= before) return true;
  return isCovered(heldBy(next), {
    creditLimit: account.creditLimit,
    balance: account.balance + present.owed,
    activeBids: account.activeBids - heldBy(present),
  });
}
