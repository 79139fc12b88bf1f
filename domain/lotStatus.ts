import type { LotStatus } from "../generated/schemas";

export const lotStatuses = {
  ongoing: 4531,
  upcoming: 4532,
  sold: 4533,
  soldNegotiated: 4534,
  notSold: 4535,
  cancelled: 4536,
  removed: 4537,
  unknown: 4538,
  /** Exists in filters only: not sold, removed or unknown. */
  unsold: 4539,
} as const;

/** Colours with a meaning; accent marks the user's own bids in progress. */
export type Tone = "green" | "red" | "orange" | "grey" | "accent";

const tones = {
  4531: "green",
  4532: "orange",
  4533: "red",
  4534: "red",
  4535: "orange",
  4536: "grey",
  4537: "orange",
  4538: "orange",
} satisfies Record<LotStatus, Tone>;

const toneByStatus = new Map<string, Tone>(Object.entries(tones));

/** Returns the colour of a lot's status, orange for an unknown status. */
export const lotStatusTone = (status: number): Tone =>
  toneByStatus.get(String(status)) ?? "orange";

/** The statuses of lots whose auction is over. They take no bids. */
export const finishedStatuses = [4533, 4534, 4535, 4536, 4537] as const;

const finished = new Set<number>(finishedStatuses);

/** Returns true when the lot's auction is over and takes no bids. */
export const isFinished = (status: number): boolean => finished.has(status);

/** The statuses of lots that were sold at once or by negotiation. */
export const soldStatuses = [lotStatuses.sold, lotStatuses.soldNegotiated];

/** Returns true when the auction sold the lot, at once or by negotiation. */
export const isSold = (status: number): boolean =>
  soldStatuses.some((sold) => sold === status);

/**
 * Returns the status of a lot by the clock: an upcoming lot is ongoing from its
 * auction time on. Results come from the source of the lot only.
 */
export const statusByClock = (
  { status, auctionAt }: { status: number; auctionAt: Date | null },
  now: Date,
): number =>
  status === lotStatuses.upcoming && auctionAt !== null && auctionAt <= now
    ? lotStatuses.ongoing
    : status;
