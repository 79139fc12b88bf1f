import { allowedBid } from "../../domain/bidRules";
import { japanDay } from "../../domain/japanTime";
import type { Balance } from "../../generated/schemas";
import { findAccount } from "../payments";
import type { Context } from "../workspace/context";
import { countBidUse } from "./bidQueries";

const none = { balance: 0, creditLimit: 0, dailyBidLimit: 0, dailyUssLimit: 0 };

/**
 * A user's money and limits in yen, and what of them is in use today in
 * Japan. All zero for a user without an account, who cannot bid.
 */
export async function readBalance(
  { database, clock }: Pick<Context, "database" | "clock">,
  userId: string,
): Promise<Required<Balance>> {
  const { kysely } = database;
  const account = (await findAccount(kysely, userId)) ?? none;
  const use = await countBidUse(kysely, userId, japanDay(clock.now()));
  return { ...account, ...use, bidAllow: allowedBid({ ...account, ...use }) };
}
