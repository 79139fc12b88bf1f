import type { BidStatus } from "../generated/schemas";
import { bidStatuses } from "./bidStatus";

/** An undo is possible this long after the change, in milliseconds. */
const undoTime = 3_600_000;

const { new: isNew, bid, dontBid, cancel, finished, win } = bidStatuses;

/**
 * The statuses that a bid may get next, by its present status. Statuses that
 * are missing here are final.
 */
const transitions: Partial<Record<BidStatus, readonly BidStatus[]>> = {
  [isNew]: [bid, dontBid, cancel, finished, win],
  [bid]: [isNew, dontBid, cancel, finished, win],
  [win]: [isNew, bid, dontBid, cancel, finished],
};

/** Returns whether status, amount, type and comment of the bid may change. */
export const isEditableBid = (status: number): boolean =>
  Object.hasOwn(transitions, status);

/** A logged change of a bid's status. */
export type LoggedStatusChange = {
  actorId: string;
  at: Date;
  from: number | undefined;
  to: number | undefined;
};

/** The reasons to reject a new status; each is a code of the error table. */
type StatusRefusal = "bid_not_editable" | "confirmation_required";

/**
 * Returns the reason to reject a new status of a bid, null when it is allowed.
 * A win on a lot whose auction is still to come needs a confirmation. An undo
 * may also leave a final status: within an hour, and only for the person whose
 * change is the last one of the bid.
 */
export function refuseStatus(change: {
  from: number;
  to: number;
  auctionAt: Date | null;
  now: Date;
  isConfirmed: boolean;
  /** The change to undo and the person who asks for it. */
  undo?: { actorId: string; last: LoggedStatusChange | null };
}): StatusRefusal | null {
  const { from, to, auctionAt, now, isConfirmed, undo } = change;
  const isListed = transitions[from as BidStatus]?.some(
    (status) => status === to,
  );
  if (!isListed && !(undo && canUndo(change, undo))) return "bid_not_editable";
  const isFuture = auctionAt !== null && auctionAt.getTime() > now.getTime();
  return to === win && isFuture && !isConfirmed
    ? "confirmation_required"
    : null;
}

const canUndo = (
  { from, to, now }: { from: number; to: number; now: Date },
  { actorId, last }: { actorId: string; last: LoggedStatusChange | null },
): boolean =>
  last?.actorId === actorId &&
  last.from === to &&
  last.to === from &&
  now.getTime() - last.at.getTime() <= undoTime;
