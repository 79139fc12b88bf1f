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
 * Returns what happens to a bid by itself; null if nothing does. The first rule that
 * applies wins:
 *
 * | bid                                                          | becomes             |
 * | ------------------------------------------------------------ | ------------------- |
 * | released by a group that is no longer full, auction to come  | active again        |
 * | decided otherwise                                            | unchanged           |
 * | with a price that a manager recorded                         | open, see last rule |
 * | named by the result, within its maximum, group not full      | won                 |
 * | named by the result otherwise                                | for a manager       |
 * | on an ended lot that is unsold, dearer or another bid's      | finished            |
 * | of a group whose cars are all bought, auction after the last | finished            |
 * | open at the end of the day after the auction                 | for a manager       |
 *
 * A price alone is no win, because a feed does not say who bought a car.
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
