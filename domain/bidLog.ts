import { userLevels, userTypes } from "./access";

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
