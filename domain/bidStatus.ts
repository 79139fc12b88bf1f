import type { BidStatus } from "../generated/schemas";
import type { Tone } from "./lotStatus";

export const bidStatuses = {
  new: 1,
  bid: 2,
  dontBid: 3,
  cancel: 4,
  finished: 5,
  win: 6,
  blank: 7,
} as const;

/** Active bids bind credit and count against the daily limits. */
export const activeBidStatuses = [1, 2] as const;

export const isActive = (status: number): boolean =>
  status === bidStatuses.new || status === bidStatuses.bid;

const tones = {
  1: "orange",
  2: "accent",
  3: "grey",
  4: "grey",
  5: "grey",
  6: "green",
  7: "grey",
} satisfies Record<BidStatus, Tone>;

const toneByStatus = new Map<string, Tone>(Object.entries(tones));

export const bidStatusTone = (status: number): Tone =>
  toneByStatus.get(String(status)) ?? "grey";
