/** From this many times the average price on, a digit too many is likely. */
const suspicious = 3;

/**
 * How many times the average price the amount is, when that is so much that
 * the bidder should be asked again; null otherwise.
 */
export function suspiciousTimes(
  amount: number,
  averagePrice: number | null,
): number | null {
  if (!averagePrice || amount < suspicious * averagePrice) return null;
  return Math.floor(amount / averagePrice);
}
