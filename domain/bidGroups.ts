import { bidStatuses } from "./bidStatus";

/** A bid of a group, with what decides its place among the others. */
export type GroupBid = {
  id: string;
  status: number;
  auctionAt: Date | null;
  /** The place that the client gave it, from 1; null for the order of placing. */
  rank: number | null;
  placedAt: Date;
};

/** A client's bids of one round of a group, of which at most `cars` are bought. */
export type BidGroup = {
  /** 0 for any number. */
  cars: number;
  bids: readonly GroupBid[];
};

/**
 * Compares two bids of a group by the time of their auctions. Auctions at the
 * same time count in the client's order, without one in the order of placing.
 * Bids without an auction time or without a rank come last.
 */
export const compareGroupBids = (a: GroupBid, b: GroupBid): number =>
  orLast(a.auctionAt?.getTime()) - orLast(b.auctionAt?.getTime()) ||
  orLast(a.rank) - orLast(b.rank) ||
  a.placedAt.getTime() - b.placedAt.getTime() ||
  Number(a.id) - Number(b.id);

/** MAX_SAFE_INTEGER instead of Infinity, because Infinity - Infinity is NaN. */
const orLast = (value: number | null | undefined): number =>
  value ?? Number.MAX_SAFE_INTEGER;

/**
 * Returns how many cars of a group are bought and how many may follow. The count
 * restarts at 0 once the latest round has no active bid.
 */
export function countGroup(latestRound: {
  cars: number;
  won: number;
  active: number;
}): {
  bought: number;
  /** Null for any number. */
  left: number | null;
} {
  const { cars, won, active } = latestRound;
  const bought = active > 0 ? won : 0;
  return { bought, left: cars > 0 ? Math.max(cars - bought, 0) : null };
}

/** Returns whether all cars of the group are bought. */
export const isGroupFull = ({ cars, bids }: BidGroup): boolean =>
  cars > 0 &&
  bids.filter(({ status }) => status === bidStatuses.win).length >= cars;

/**
 * Returns whether the group releases a bid because all its cars are bought: the
 * auction of the bid is after the auction that bought the last car. Bids on earlier
 * auctions stay, because their cars may have been bought before.
 */
export function isReleased(bid: GroupBid, group: BidGroup): boolean {
  const wins = group.bids.filter(({ status }) => status === bidStatuses.win);
  const lastWin = wins.toSorted(compareGroupBids)[group.cars - 1];
  return lastWin !== undefined && compareGroupBids(lastWin, bid) < 0;
}
