import type { Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";

/** Money and limits of a client; amounts are integer yen. */
export type Account = {
  balance: number;
  creditLimit: number;
  dailyBidLimit: number;
  dailyUssLimit: number;
};

/**
 * Returns the client's account and locks it until the transaction ends, so that
 * parallel bids cannot pass a limit together. Null for a user without an
 * account, who cannot bid.
 */
export async function lockAccount(
  trx: Transaction<Tables>,
  userId: string,
): Promise<Account | null> {
  const account = accountQuery(trx, userId).forUpdate();
  return (await account.executeTakeFirst()) ?? null;
}

/** Returns the client's account without locking it; null for a user without an account. */
export async function findAccount(
  db: Pick<Transaction<Tables>, "selectFrom">,
  userId: string,
): Promise<Account | null> {
  return (await accountQuery(db, userId).executeTakeFirst()) ?? null;
}

const accountQuery = (
  db: Pick<Transaction<Tables>, "selectFrom">,
  userId: string,
) =>
  db
    .selectFrom("accounts")
    .select([
      "balance",
      "credit_limit as creditLimit",
      "daily_bid_limit as dailyBidLimit",
      "daily_uss_limit as dailyUssLimit",
    ])
    .where("user_id", "=", userId);
