import type { Transaction } from "kysely";
import type { AccountLimits, UserAccounts } from "../identity";
import type { Tables } from "../platform/database";
import { noteAccountChange } from "./accountChanges";
import { clientSource, userSource } from "./userSources";

const noLimits: AccountLimits = {
  creditLimit: 0,
  dailyBidLimit: 0,
  dailyUssLimit: 0,
};

/** Opens the account of a user without one. */
export async function openAccount(
  trx: Transaction<Tables>,
  userId: string,
  limits: AccountLimits = noLimits,
): Promise<void> {
  await trx
    .insertInto("accounts")
    .values({
      user_id: userId,
      credit_limit: limits.creditLimit,
      daily_bid_limit: limits.dailyBidLimit,
      daily_uss_limit: limits.dailyUssLimit,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the limits of a user; zeros for a user without an account. */
async function readLimits(
  trx: Transaction<Tables>,
  userId: string,
): Promise<AccountLimits> {
  const limits = await trx
    .selectFrom("accounts")
    .select("credit_limit as creditLimit")
    .select("daily_bid_limit as dailyBidLimit")
    .select("daily_uss_limit as dailyUssLimit")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return limits ?? noLimits;
}

async function setLimits(
  trx: Transaction<Tables>,
  userId: string,
  limits: Partial<AccountLimits>,
): Promise<void> {
  await openAccount(trx, userId);
  if (Object.keys(limits).length > 0)
    await trx
      .updateTable("accounts")
      .set({
        credit_limit: limits.creditLimit,
        daily_bid_limit: limits.dailyBidLimit,
        daily_uss_limit: limits.dailyUssLimit,
      })
      .where("user_id", "=", userId)
      .execute();
  await noteAccountChange(trx, userId);
}

/** The accounts of users, for the area of users. */
export const userAccounts: UserAccounts = {
  userSource,
  clientSource,
  readLimits,
  setLimits,
  noteChange: noteAccountChange,
};
