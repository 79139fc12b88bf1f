/** The source of the current time. Tests inject their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
