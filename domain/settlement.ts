import type { Bid } from "../generated/schemas";
import {
  isGroupFull,
  isReleased,
  type BidGroup,
  type GroupBid,
} from "./bidGroups";
import { bidStatuses, isActive } from "./bidStatus";
import { addDays, japanDay, startOfJapanDay } from "./japanTime";
import { isFinished, isSold, lotStatuses } from "./lotStatus";

/** Why a manager has to decide about a bid. */
export type DecisionReason = NonNullable<Bid["decisionReason"]>;

/** A bid and the result of its offering so far; amounts are yen. */
export type BidToSettle = GroupBid & {
  amount: number;
  /** Whether it orders a car at a fixed price, which no auction decides. */
  isOrder: boolean;
  lotStatus: number;
  soldPrice: number | null;
  /** The sold price that a manager has recorded for the bid. */
  managerSoldPrice: number | null;
  /** The price of the result at which a won car is booked. */
  wonPrice: number | null;
  /** The id of the bid that the result of the lot names as the buyer. */
  winningBid: string | null;
  /** Whether another bid has won the offering. */
  hasOtherWinner: boolean;
  /** Whether a manager has not confirmed the bid of a client whose bids need it. */
  isUnconfirmed: boolean;
  /** Whether the result is newer than the last decision about the bid. */
  hasNewResult: boolean;
  /** The status from which a full group has released the bid; otherwise null. */
  releasedFrom: number | null;
};

/** The decision on a bid without a person. */
export type Settlement = {
  /** The new status; undefined keeps the present one. */
  status?: number;
  /** Why a manager has to decide; null if nobody has to. */
  decision: DecisionReason | null;
  /** The price of the result at which the car is booked; undefined keeps the present one. */
  wonPrice?: number;
  /** The status from which a full group releases the bid. */
  releasedFrom?: number;
};

/**
 * Returns the time before which auctions are overdue: an open bid needs a manager
 * from the end of the day in Japan after its auction on.
 */
export const overdueBefore = (now: Date): Date =>
  startOfJapanDay(addDays(japanDay(now), -1));

const nothing: Settlement = { decision: null };
const win: Settlement = { status: bidStatuses.win, decision: null };
const finish: Settlement = { status: bidStatuses.finished, decision: null };
const ask = (decision: DecisionReason): Settlement => ({ decision });

/**
 * Returns what happens to a bid by itself; null if nothing does. The first rule that
 * applies wins:
 *
 * | bid                                                              | becomes            |
 * | ---------------------------------------------------------------- | ------------------ |
 * | order at a fixed price                                           | unchanged          |
 * | open, a manager has recorded a price, and the lot has ended      | for a manager      |
 * | open, named by the result within its maximum, nothing against it | won                |
 * | open, named by the result otherwise                              | for a manager      |
 * | open, the lot is unsold, dearer or another bid's                 | finished           |
 * | open, not confirmed though the client's bids need it             | finished           |
 * | open, sold within its maximum to an unnamed buyer                | for a manager      |
 * | open, the cars of its group are bought, its auction is later     | finished           |
 * | open at the end of the day after the auction                     | for a manager      |
 * | won, the result is new, within the maximum and names nobody else | booked at its price |
 * | won, the result is new and contradicts the win                   | for a manager      |
 * | ended, the result is new and names it                            | for a manager      |
 * | released by a group that is no longer full, auction to come      | open again         |
 *
 * A price alone is no win, because a feed does not say who bought a car. A result never
 * takes back a win or reopens an ended bid without a person.
 */
export function settleBid(
  bid: BidToSettle,
  group: BidGroup | null,
  now: Date,
): Settlement | null {
  if (bid.isOrder) return null;
  if (isActive(bid.status)) return settleOpen(bid, group, now);
  if (!bid.hasNewResult) return reopen(bid, group, now);
  return bid.status === bidStatuses.win ? settleWon(bid) : settleEnded(bid);
}

function settleOpen(
  bid: BidToSettle,
  group: BidGroup | null,
  now: Date,
): Settlement {
  if (isFinished(bid.lotStatus)) return decideByResult(bid, group);
  if (bid.managerSoldPrice === null && group !== null && isReleased(bid, group))
    return { ...finish, releasedFrom: bid.status };
  const { auctionAt } = bid;
  return auctionAt !== null && auctionAt < overdueBefore(now)
    ? ask("overdue")
    : nothing;
}

/** Returns the decision on an open bid whose lot has a result. */
function decideByResult(bid: BidToSettle, group: BidGroup | null): Settlement {
  const { soldPrice, amount, winningBid } = bid;
  const hasSold = isSold(bid.lotStatus);
  const isAbove = soldPrice !== null && soldPrice > amount;
  if (bid.managerSoldPrice !== null) return ask("recordedPrice");
  if (winningBid === bid.id) {
    if (!hasSold) return ask("namedUnsold");
    if (isAbove) return ask("namedAbove");
    if (bid.hasOtherWinner) return ask("otherWinner");
    if (group !== null && isGroupFull(group)) return ask("groupFull");
    return win;
  }
  if (!hasSold || isAbove || winningBid !== null) return finish;
  // Without the confirmation the bid was never sent to the auction.
  if (bid.isUnconfirmed) return finish;
  if (group !== null && isReleased(bid, group))
    return { ...finish, releasedFrom: bid.status };
  return ask(bid.hasOtherWinner ? "otherWinner" : "unnamed");
}

/** Returns what a new result means for a won bid. */
function settleWon(bid: BidToSettle): Settlement {
  const { soldPrice, managerSoldPrice, winningBid } = bid;
  if (!isSold(bid.lotStatus)) return ask("wonRevoked");
  if (winningBid !== null && winningBid !== bid.id) return ask("wonOther");
  if (soldPrice === null) return nothing;
  if (managerSoldPrice !== null)
    return soldPrice === managerSoldPrice ? nothing : ask("recordedPrice");
  if (soldPrice === bid.wonPrice) return nothing;
  return soldPrice > bid.amount
    ? ask("wonAbove")
    : { decision: null, wonPrice: soldPrice };
}

/** Returns what a new result means for a bid that is neither open nor won. */
const settleEnded = (bid: BidToSettle): Settlement =>
  isSold(bid.lotStatus) && bid.winningBid === bid.id
    ? ask("endedNamed")
    : nothing;

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
  return isReopened ? { status: releasedFrom, decision: null } : null;
}
