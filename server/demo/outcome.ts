import type { LotTiming } from "./houseSale";
import type { Random } from "./random";

/** The words the feed writes into STATUS; empty while a lot is upcoming. */
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
/** Of the unsold, those sold by negotiation afterwards. */
const negotiatedShare = 0.065;

/** How a lot ends, by its house's sell-through. */
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

/** What the feed says of a lot at an instant (ms), given how it ends. */
export function statusAt(
  instant: number,
  { startsAt, resultAt }: LotTiming,
  outcome: FeedStatus,
): FeedStatus {
  if (instant < startsAt) return feedStatuses.upcoming;
  return instant < resultAt ? feedStatuses.ongoing : outcome;
}

/** True when a hammer price belongs to the status. */
export function isSold(status: FeedStatus): boolean {
  return status === feedStatuses.sold || status === feedStatuses.negotiated;
}
