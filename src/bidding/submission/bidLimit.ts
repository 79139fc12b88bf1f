import { hasFlag } from "../../../domain/access";
import { largestBid } from "../../../domain/bidRules";
import type { SignedInSession } from "../../providers/session";
import type { BidTarget } from "./bidTarget";

/** The text that says that an amount is above the limit. */
export const tooMuchKey = ({ kind }: BidTarget) =>
  kind === "client" ? "bid.client.tooMuch" : "bid.confirm.tooMuch";

/**
 * Returns the largest amount in yen that the account of the bid allows; null if its
 * credit is not checked, or if it is the account of a client and is not loaded.
 */
export function bidLimit(
  target: BidTarget,
  { viewer, balanceInfo }: Pick<SignedInSession, "viewer" | "balanceInfo">,
): number | null {
  if (target.kind === "client") return target.standing?.allowed ?? null;
  if (!hasFlag(viewer, "creditLimitCheck")) return null;
  // A change frees the amount that the bid holds now.
  const freed = target.kind === "change" ? target.bid.amount : 0;
  return largestBid(balanceInfo) + freed;
}
