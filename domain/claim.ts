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
 * owes the sold price and holds the amount until that price is known. Every other
 * status claims nothing. The lot's price counts only up to the maximum of the bid,
 * because a lot that was sold for more went to another bidder. A price that a
 * manager recorded always counts.
 */
export function claimOf(bid: {
  status: number;
  amount: number;
  lotPrice: number | null;
  recordedPrice: number | null;
}): Claim {
  const { status, amount, lotPrice, recordedPrice } = bid;
  if (isActive(status)) return { state: "active", amount, owed: 0 };
  if (status !== bidStatuses.win) return { state: "released", amount, owed: 0 };
  const ownPrice = lotPrice !== null && lotPrice <= amount ? lotPrice : null;
  const price = recordedPrice ?? ownPrice ?? 0;
  return price > 0
    ? { state: "converted", amount, owed: price }
    : { state: "active", amount, owed: 0 };
}

/** Returns the yen that a claim holds. */
const heldBy = ({ state, amount }: Claim): number =>
  state === "active" ? amount : 0;

/**
 * Returns whether a client's money covers a claim in place of the present one. A
 * claim that takes no more than the present one is always covered. `account` is
 * the state with the present claim.
 */
export function isClaimCovered(
  next: Claim,
  present: Claim,
  account: { balance: number; creditLimit: number; activeBids: number },
): boolean {
  const before = heldBy(present) + present.owed;
  if (heldBy(next) + next.owed <= before) return true;
  const free = {
    creditLimit: account.creditLimit,
    balance: account.balance + present.owed,
    activeBids: account.activeBids - heldBy(present),
  };
  return next.owed > 0
    ? next.owed <= free.balance + free.creditLimit - free.activeBids
    : isCovered(heldBy(next), free);
}
