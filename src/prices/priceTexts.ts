import { largestAmount, bidIncrement } from "../../domain/limits";
import {
  addLines,
  highestWithin,
  totalOf,
  type AddedLine,
} from "../../domain/computed/sumLines";
import type { Sum } from "./priceCalls";

/** The narrow no-break space between thousands, as in prices in yen. */
const thousandsSpace = "\u202f";

/**
 * Writes an amount in another currency in whole units: `$8 210`, and `720 000 ₽` in
 * Russian.
 */
export const currencyText = (
  amount: number,
  { currency, locale }: { currency: string; locale: string },
): string =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  })
    .formatToParts(amount)
    .map(({ type, value }) => (type === "group" ? thousandsSpace : value))
    .join("");

/** A price with its lines; null stands for an unknown amount. */
export type WholePrice = {
  base: number;
  lines: readonly AddedLine[];
  unknown: readonly AddedLine[];
  total: number | null;
};

/** Returns the whole price from a hammer price in yen. */
export function wholePrice(
  { lines }: Pick<Sum, "lines">,
  base: number,
): WholePrice {
  const added = addLines(lines, base);
  return {
    base,
    lines: added,
    unknown: added.filter(({ amount }) => amount === null),
    total: totalOf(lines, base),
  };
}

/** The step that has no rate without a port of destination. */
export const portStep = "freight";

/** The highest bid within a limit of the whole price. */
export type HighestBid =
  | { kind: "bid" | "belowStart"; amount: number }
  | { kind: "none" }
  | { kind: "noPort" }
  | { kind: "unknown" };

/**
 * Returns the highest bid whose whole price is within a limit, in yen. `belowStart` says
 * that the auction does not take it, `noPort` that the viewer has to choose a port first, and
 * `unknown` that no rate says so for any bid.
 */
export function highestBid(
  { lines }: Pick<Sum, "lines">,
  {
    limit,
    startPrice,
    destination,
  }: { limit: number; startPrice: number | null; destination: string | null },
): HighestBid {
  const found = highestWithin(lines, { limit, step: bidIncrement });
  if (found === null) {
    const isUnknown = totalOf(lines, startPrice ?? bidIncrement) === null;
    if (!isUnknown) return { kind: "none" };
    return { kind: destination === null ? "noPort" : "unknown" };
  }
  const amount = Math.min(found, largestAmount);
  const isBelow = startPrice !== null && amount < startPrice;
  return { kind: isBelow ? "belowStart" : "bid", amount };
}
