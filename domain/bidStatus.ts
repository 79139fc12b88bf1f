import type { BidStatus } from "../generated/schemas";
import type { Tone } from "./lotStatus";
import { userLevels, userTypes } from "./access";

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

/**
 * Returns the code of a log entry's author: the level of a client, the role of a
 * dealer, and the system's code for managers and the system itself.
 */
export function logUserType(actor: {
  userType: number;
  /** The level of a client or the role of a dealer; null if it is unknown. */
  level: number | null;
}): number {
  return actor.userType === userTypes.client
    ? (actor.level ?? userLevels.client)
    : userLevels.system;
}

const highlighted: readonly number[] = [userLevels.client, userLevels.vip];

/** Returns whether the log highlights entries with this code, which clients have. */
export const isHighlighted = (userType: number): boolean =>
  highlighted.includes(userType);
