import type { Level } from "../ranks";
import type { AccountLimits } from "./userAccounts";

const standard: AccountLimits = {
  creditLimit: 0,
  dailyBidLimit: 10,
  dailyUssLimit: 5,
};
const few: AccountLimits = {
  creditLimit: 0,
  dailyBidLimit: 3,
  dailyUssLimit: 1,
};

/** The limits of a new account by the level of its user: yen, and bids a day. */
export const levelLimits: Readonly<Record<Level, AccountLimits>> = {
  standard,
  vip: { creditLimit: 0, dailyBidLimit: 50, dailyUssLimit: 25 },
  limited: few,
  troublesome: few,
  // Their rights allow no bid, whatever the limits are, until they get another level.
  restricted: standard,
  guest: standard,
  disabled: standard,
};

const names = ["creditLimit", "dailyBidLimit", "dailyUssLimit"] as const;

/**
 * Returns the limits of a user who changes from a level to another. A limit that nobody has
 * changed from the default of the former level becomes the default of the new level. Disabling
 * an account and enabling it again changes no limit.
 */
export function limitsAfter(
  { from, to }: { from: Level; to: Level },
  stored: AccountLimits,
  given: Partial<AccountLimits>,
): Partial<AccountLimits> {
  if (from === to || from === "disabled" || to === "disabled") return given;
  return Object.fromEntries(
    names.map((name) => {
      const isDefault = stored[name] === levelLimits[from][name];
      const isGiven = given[name] !== undefined && given[name] !== stored[name];
      return [
        name,
        isDefault && !isGiven ? levelLimits[to][name] : given[name],
      ];
    }),
  );
}
