import { isActive } from "./bidStatus";
import { claimOf, type ClaimingBid } from "./claim";
import { lotStatuses } from "./lotStatus";

/** A bid of a group, with what decides how much of it may be won. */
export type HeldBid = ClaimingBid & {
  auctionAt: Date | null;
  lotStatus: number;
};

/**
 * Returns the yen that a round of a group holds, whose bids win at most `cars` cars (0 for
 * any number). Bids on auctions to come at times of their own can be released once the cars
 * are bought, so only the dearest of them count, one for each car that is left. Bids that
 * are not decided after their auction began, and bids whose auctions begin at the same
 * time, may all win. A won car holds its maximum until its price is known.
 */
export function groupHold(
  { cars, bids }: { cars: number; bids: readonly HeldBid[] },
  now: Date,
): number {
  const open = bids.filter(({ status }) => isActive(status));
  const decided = bids.filter(({ status }) => !isActive(status));
  if (cars === 0) return sumOf(bids);
  const won = decided.filter((bid) => isWon(bid)).length;
  const left = Math.max(cars - won, 0);
  const begins = open.map(({ auctionAt }) => auctionAt?.getTime() ?? null);
  const canBeReleased = (bid: HeldBid, index: number) =>
    isToCome(bid, now) &&
    begins.filter((time) => time === begins[index]).length === 1;
  const dearest = open
    .filter(canBeReleased)
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, left);
  const certain = open.filter((bid, index) => !canBeReleased(bid, index));
  return sumOf([...decided, ...certain, ...dearest]);
}

/** A bid that claims nothing is not among the bids of a round that count. */
const isWon = (bid: HeldBid): boolean => {
  const { held, owed } = claimOf(bid);
  return held > 0 || owed > 0;
};

const isToCome = ({ auctionAt, lotStatus }: HeldBid, now: Date): boolean =>
  lotStatus === lotStatuses.upcoming && (auctionAt === null || auctionAt > now);

const sumOf = (bids: readonly HeldBid[]): number =>
  bids.reduce((sum, bid) => sum + claimOf(bid).held, 0);
