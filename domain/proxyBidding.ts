import { bidIncrement } from "./limits";

/** A maximum bid at an auction; amounts are yen. */
export type ProxyBid = { maximum: number; placedAt: Date };

/**
 * Returns the winner among maximum bids and the hammer price in yen; null if no
 * bid reaches the start price and the reserve. The highest maximum wins, of equal
 * maxima the earlier bid. The price is one increment above the second maximum,
 * at least the start price and the reserve, and never above the winner's maximum.
 */
export function meetByProxy<Bid extends ProxyBid>(
  bids: readonly Bid[],
  { startPrice, reserve }: { startPrice: number; reserve?: number },
): { winner: Bid; price: number } | null {
  const lowest = Math.max(startPrice, reserve ?? 0);
  const [winner, second] = bids
    .filter(({ maximum }) => maximum >= startPrice)
    .toSorted(
      (a, b) =>
        b.maximum - a.maximum || a.placedAt.getTime() - b.placedAt.getTime(),
    );
  if (!winner || winner.maximum < lowest) return null;
  const wanted = Math.max(lowest, (second?.maximum ?? 0) + bidIncrement);
  return { winner, price: Math.min(wanted, winner.maximum) };
}
