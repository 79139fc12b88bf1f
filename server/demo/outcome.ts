import type { LotTiming } from "./houseSale";
import type { Random } from "./random";

/** Values of STATUS in the feed. */
export const feedStatuses = {
  upcoming: "",
  ongoing: "bidding",
  sold: "sold",
  negotiated: "sold by nego",
  notSold: "not sold",
  removed: "removed",
  cancelled: "cancelled",
} as const;

export type FeedStatus = (typeof feedStatuses)[keyof typeof feedStatuses];

const removedShare = 0.015;
const cancelledShare = 0.003;
/** Share of the unsold lots that are sold by negotiation afterwards. */
const negotiatedShare = 0.065;

/** Chooses the final status of a lot by the sell-through of its house. */
export function chooseOutcome(
  random: Random,
  sellThroughPct: number,
): FeedStatus {
  const luck = random();
  if (luck < cancelledShare) return feedStatuses.cancelled;
  if (luck < cancelledShare + removedShare) return feedStatuses.removed;
  if (random() * 100 < sellThroughPct) return feedStatuses.sold;
  if (random() < negotiatedShare) return feedStatuses.negotiated;
  return feedStatuses.notSold;
}

/** Returns the status of a lot at an instant (ms since 1970). */
export function statusAt(
  instant: number,
  { startsAt, resultAt }: LotTiming,
  outcome: FeedStatus,
): FeedStatus {
  if (instant < startsAt) return feedStatuses.upcoming;
  return instant < resultAt ? feedStatuses.ongoing : outcome;
}

/** Whether a lot of that status has a hammer price. */
export function isSold(status: FeedStatus): boolean {
  return status === feedStatuses.sold || status === feedStatuses.negotiated;
}
