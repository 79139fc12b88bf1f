import {
  isGroupFull,
  isReleased,
  type BidGroup,
  type GroupBid,
} from "./bidGroups";
import { bidStatuses, isActive } from "./bidStatus";
import { addDays, japanDay, startOfJapanDay } from "./japanTime";
import { isFinished, isSold, lotStatuses } from "./lotStatus";

/** A bid and the result of its lot so far; amounts are yen. */
export type BidToSettle = GroupBid & {
  amount: number;
  lotStatus: number;
  soldPrice: number | null;
  /** Whether a manager has recorded a sold price for the bid. */
  hasRecordedPrice: boolean;
  /** The id of the bid that the result of the lot names as the buyer. */
  winningBid: string | null;
  /** The status from which a full group has released the bid; otherwise null. */
  releasedFrom: number | null;
};

/** The decision on a bid without a person. */
export type Settlement = {
  /** The new status; undefined keeps the bid active. */
  status?: number;
  /** Whether a manager has to decide. */
  needsDecision: boolean;
  /** The status from which a full group releases the bid. */
  releasedFrom?: number;
};

/**
 * Returns the time before which auctions are overdue: an open bid needs a manager
 * from the end of the day in Japan after its auction on.
 */
export const overdueBefore = (now: Date): Date =>
  startOfJapanDay(addDays(japanDay(now), -1));

const win: Settlement = { status: bidStatuses.win, needsDecision: false };
const finish: Settlement = {
  status: bidStatuses.finished,
  needsDecision: false,
};
const ask: Settlement = { needsDecision: true };

/**
 * Returns what happens to a bid by itself; null for a bid that is decided. A bid
 * that a full group has released becomes active again if its auction is still to
 * come and the group is no longer full, because a manager took back a win. A
 * result wins only if it names the bid, because a feed does not say who bought a
 * car. A result that names another bid, a price above the maximum, and a lot that
 * was not sold, cancelled or removed finish the bid. So does its group when all
 * cars are bought. A manager decides whatever is open at the end of the day after
 * the auction, a bid with a recorded price, and a result that names the bid but
 * contradicts its maximum or its group.
 */
export function settleBid(
  bid: BidToSettle,
  group: BidGroup | null,
  now: Date,
): Settlement | null {
  if (!isActive(bid.status)) return reopen(bid, group, now);
  const decided = bid.hasRecordedPrice ? null : decideByResult(bid, group);
  if (decided) return decided;
  const { auctionAt } = bid;
  return {
    needsDecision: auctionAt !== null && auctionAt < overdueBefore(now),
  };
}

/** Returns the decision that the result of the lot or a full group leads to. */
function decideByResult(
  bid: BidToSettle,
  group: BidGroup | null,
): Settlement | null {
  const hasSold = isSold(bid.lotStatus);
  const isAbove = bid.soldPrice !== null && bid.soldPrice > bid.amount;
  if (isFinished(bid.lotStatus)) {
    const hasRoom = group === null || !isGroupFull(group);
    if (bid.winningBid === bid.id)
      return hasSold && !isAbove && hasRoom ? win : ask;
    if (!hasSold || isAbove || bid.winningBid !== null) return finish;
  }
  return group !== null && isReleased(bid, group)
    ? { ...finish, releasedFrom: bid.status }
    : null;
}

/** Returns the former status of a released bid that may be bought again. */
function reopen(
  { status, releasedFrom, lotStatus, auctionAt }: BidToSettle,
  group: BidGroup | null,
  now: Date,
): Settlement | null {
  const isReopened =
    status === bidStatuses.finished &&
    releasedFrom !== null &&
    lotStatus === lotStatuses.upcoming &&
    (auctionAt === null || auctionAt > now) &&
    group !== null &&
    !isGroupFull(group);
  return isReopened ? { status: releasedFrom, needsDecision: false } : null;
}
