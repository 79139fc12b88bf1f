import type { BidStatus } from "../generated/schemas";
import { isStaff, roleOf, type Viewer } from "./access";
import { isBeforeAuction, isOpenToClients } from "./bidRules";
import { bidStatuses } from "./bidStatus";

/** An undo is possible this long after the change, in milliseconds. */
const undoTime = 3_600_000;

/**
 * The three kinds of actors that change bids: clients and dealers, managers and
 * administrators, and the program itself when an auction has ended.
 */
export type BidActor = "client" | "manager" | "system";

const { new: isNew, bid, dontBid, cancel, finished, win } = bidStatuses;

/**
 * The statuses that each actor may set next, by the present status of the bid.
 * Statuses that are missing here are final for the actor. The program reopens bids
 * that a full group has released, and marks won bids that need a manager.
 */
const transitions: Record<
  BidActor,
  Partial<Record<BidStatus, readonly BidStatus[]>>
> = {
  client: {
    [isNew]: [cancel],
    [bid]: [cancel],
  },
  manager: {
    [isNew]: [bid, dontBid, cancel, finished, win],
    [bid]: [isNew, dontBid, cancel, finished, win],
    [win]: [isNew, bid, dontBid, cancel, finished],
  },
  system: {
    [isNew]: [finished, win],
    [bid]: [finished, win],
    [finished]: [isNew, bid],
    [win]: [],
  },
};

/** Returns as whom a person changes bids. */
export function bidActorOf(viewer: Viewer): Exclude<BidActor, "system"> {
  const role = roleOf(viewer);
  return isStaff(role) ? "manager" : "client";
}

/** Returns whether values of a bid with this status may change. */
export const isEditableBid = (
  status: number,
  actor: BidActor = "manager",
): boolean => Object.hasOwn(transitions[actor], status);

/** A logged change of a bid's status; without an actor id by the system. */
export type LoggedStatusChange = {
  actorId: string | null;
  at: Date;
  from: number | undefined;
  to: number | undefined;
};

type BidOnLot = {
  actor: BidActor;
  /** The present status of the bid. */
  from: number;
  lot: { status: number; auctionAt: Date | null };
  now: Date;
};

/** The reasons to reject a new status; each is a code of the error table. */
type StatusRefusal =
  | "forbidden"
  | "bid_not_editable"
  | "cant_cancel"
  | "confirmation_required";

/**
 * Returns the reason to reject a new status of a bid, null when it is allowed.
 * Clients cancel only while the lot takes bids and its cancel deadline has not
 * passed. A win on a lot whose auction is still to come needs a confirmation, except
 * by the program, which decides by a result. A
 * manager's undo may also leave a final status: within an hour, and only for the
 * person whose change is the last one of the bid.
 */
export function refuseStatus(
  change: BidOnLot & {
    to: number;
    isConfirmed: boolean;
    /** The change to undo and the person who asks for it. */
    undo?: { actorId: string; last: LoggedStatusChange | null };
  },
): StatusRefusal | null {
  const { actor, from, to, lot, now, isConfirmed, undo } = change;
  const table = transitions[actor];
  const isTarget = (statuses: readonly BidStatus[] | undefined) =>
    statuses?.some((status) => status === to) === true;
  if (!Object.values(table).some(isTarget)) return "forbidden";
  if (!isTarget(table[from as BidStatus])) {
    const isUndo = actor === "manager" && undo && canUndo(change, undo);
    if (!isUndo) return "bid_not_editable";
  }
  if (actor === "client" && !isOpenToClients(lot, now)) return "cant_cancel";
  const isFuture = isBeforeAuction(lot.auctionAt, now);
  return to === win && isFuture && !isConfirmed && actor !== "system"
    ? "confirmation_required"
    : null;
}

/**
 * Returns the reason to reject new values of a bid other than its status, null
 * when they are allowed: the status must be editable, and for clients the lot
 * must take bids and its cancel deadline must not have passed.
 */
export function refuseEdit({
  actor,
  from,
  lot,
  now,
}: BidOnLot): "bid_not_editable" | "cant_edit" | null {
  if (!isEditableBid(from, actor)) return "bid_not_editable";
  return actor === "client" && !isOpenToClients(lot, now) ? "cant_edit" : null;
}

const canUndo = (
  { from, to, now }: { from: number; to: number; now: Date },
  { actorId, last }: { actorId: string; last: LoggedStatusChange | null },
): boolean =>
  last?.actorId === actorId &&
  last.from === to &&
  last.to === from &&
  now.getTime() - last.at.getTime() <= undoTime;
