import { hasFlag, type Viewer } from "../../domain/access";
import type { Account } from "../payments";
import type { BidUse } from "./bidQueries";

/** Which of the client's daily limits are used up, as far as they are checked. */
export function usedLimits(options: {
  viewer: Viewer;
  account: Account;
  use: BidUse;
}): { isDailyUsed: boolean; isUssUsed: boolean } {
  const { viewer, account, use } = options;
  return {
    isDailyUsed:
      hasFlag(viewer, "dailyBidLimitCheck") &&
      use.bidsToday >= account.dailyBidLimit,
    isUssUsed:
      hasFlag(viewer, "ussLimitCheck") &&
      use.ussBidsToday >= account.dailyUssLimit,
  };
}
