import {
  cancelDeadlineHours,
  lastHourMinutes,
  minutesBeforeAuctionToBid,
} from "./limits";

/** The moments of an offering, in the order in which they usually come. */
export type Moments = {
  /** Until then clients change and cancel their bids. */
  cancelUntil: Date;
  /** From then on the auction house may not get a new or changed bid in time. */
  lastCall: Date;
  /** The last moment to bid. */
  bidsClose: Date;
  auction: Date;
};

const minute = 60_000;

/**
 * Returns the moments of a lot; null without an auction time, and for a car at a fixed
 * price. Bids close some time before the auction for viewers with `bidDeadlineCheck`,
 * for others when it begins. `cancelHours` is what the server says, if it says it.
 */
export function momentsOf(
  auctionAt: Date | null,
  {
    bidDeadlineCheck = true,
    cancelHours = cancelDeadlineHours,
  }: { bidDeadlineCheck?: boolean; cancelHours?: number } = {},
): Moments | null {
  if (!auctionAt) return null;
  const minutesBefore = (minutes: number) =>
    new Date(auctionAt.getTime() - minutes * minute);
  return {
    cancelUntil: minutesBefore(cancelHours * 60),
    lastCall: minutesBefore(lastHourMinutes),
    bidsClose: minutesBefore(bidDeadlineCheck ? minutesBeforeAuctionToBid : 0),
    auction: auctionAt,
  };
}

/** Returns true between the last call to the auction house and the auction. */
export function isAfterLastCall(auctionAt: Date | null, now: Date): boolean {
  const moments = momentsOf(auctionAt);
  return moments !== null && moments.lastCall < now && now < moments.auction;
}
