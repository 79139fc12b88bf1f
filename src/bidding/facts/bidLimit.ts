import { hasFlag } from "../../../domain/access";
import { largestBid, type AmountRefusal } from "../../../domain/bidRules";
import type { SignedInSession } from "../../providers/session";
import { bidIncrement } from "../../../domain/limits";
import { formatYen } from "../../../domain/money";
import type { Translate, MessageKey } from "../../providers/i18n/useT";
import type { BidTarget } from "./bidTarget";

/** The text that says that an amount is above the limit. */
export const tooMuchKey = ({ kind }: BidTarget) =>
  kind === "client" ? "bid.client.tooMuch" : "bid.confirm.tooMuch";

/**
 * Returns the largest amount in yen that the account of the bid allows; null if its
 * credit is not checked, if it is the account of a client and is not loaded, or if the bid
 * is in a group: the server knows what the other bids of the group hold.
 */
export function bidLimit(
  target: BidTarget,
  { viewer, balanceInfo }: Pick<SignedInSession, "viewer" | "balanceInfo">,
  { isInGroup }: { isInGroup: boolean } = { isInGroup: false },
): number | null {
  if (isInGroup) return null;
  if (target.kind === "client") return target.standing?.allowed ?? null;
  if (!hasFlag(viewer, "creditLimitCheck")) return null;
  // A change frees the amount that the bid holds now.
  const freed = target.kind === "change" ? target.bid.amount : 0;
  return largestBid(balanceInfo) + freed;
}

/** At this multiple of the average price the amount probably has a typo. */
const suspiciousMultiple = 3;

/**
 * Returns how many times the average price the amount is, rounded. Null
 * if the amount is below three times the average or the average is unknown.
 */
export function suspiciousTimes(
  amount: number,
  averagePrice: number | null,
): number | null {
  if (!averagePrice || amount < suspiciousMultiple * averagePrice) return null;
  return Math.round(amount / averagePrice);
}

/** Returns an average price as `about ¥3 480 000`, rounded to bid steps. */
export function averageText(average: number, t: Translate): string {
  const steps = Math.max(1, Math.round(average / bidIncrement));
  return t("bid.price.about", { price: formatYen(steps * bidIncrement) });
}

/** Returns an amount in words: `1 million 360 thousand yen`. */
export function amountWords(amount: number, t: Translate): string {
  const millions = Math.floor(amount / 1_000_000);
  const thousands = Math.floor(amount / 1000) % 1000;
  const units = amount % 1000;
  const words = [
    millions > 0 && t("bid.words.millions", { smart_count: millions }),
    thousands > 0 && t("bid.words.thousands", { smart_count: thousands }),
    units > 0 && String(units),
  ];
  return t("bid.words.yen", { words: words.filter(Boolean).join(" ") });
}

/** The texts of refused amounts, which name the `price`, the `highest` bid or the `step`. */
export const amountErrors = {
  amount_required: "bid.problem.required",
  lower_price: "bid.problem.lower_price",
  incorrect_bid: "bid.problem.incorrect_bid",
  not_the_price: "bid.problem.not_the_price",
  amount_too_high: "bid.problem.amount_too_high",
} as const satisfies Record<AmountRefusal, MessageKey>;
