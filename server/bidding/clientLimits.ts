import { hasFlag, type Viewer } from "../../domain/access";
import { allowedBid } from "../../domain/bidRules";
import { japanDay } from "../../domain/japanTime";
import type { Balance } from "../../generated/schemas";
import { findAccount, type Account } from "../payments";
import type { Context } from "../workspace/context";
import { countBidUse, type BidUse } from "./bidQueries";

/** Returns the used-up daily limits. A limit needs its flag to apply. */
export function usedLimits({
  viewer,
  account,
  use,
}: {
  viewer: Viewer;
  account: Account;
  use: BidUse;
}): { isDailyUsed: boolean; isUssUsed: boolean } {
  return {
    isDailyUsed:
      hasFlag(viewer, "dailyBidLimitCheck") &&
      use.bidsToday >= account.dailyBidLimit,
    isUssUsed:
      hasFlag(viewer, "ussLimitCheck") &&
      use.ussBidsToday >= account.dailyUssLimit,
  };
}

const emptyAccount: Account = {
  balance: 0,
  creditLimit: 0,
  dailyBidLimit: 0,
  dailyUssLimit: 0,
  activeBids: 0,
};

/**
 * Returns a user's money and limits in yen and today's use of them in Japan.
 * A user without an account has zeros and cannot bid.
 */
export async function readBalance(
  { database, clock }: Pick<Context, "database" | "clock">,
  userId: string,
): Promise<Required<Balance>> {
  const { kysely } = database;
  const account = (await findAccount(kysely, userId)) ?? emptyAccount;
  const use = await countBidUse(kysely, userId, japanDay(clock.now()));
  return { ...account, ...use, bidAllow: allowedBid(account) };
}
