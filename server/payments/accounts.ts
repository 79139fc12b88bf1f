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
  const row = await accountQuery(trx, userId).forUpdate().executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** Returns the client's account without locking it; null for a user without an account. */
export async function findAccount(
  db: Pick<Transaction<Tables>, "selectFrom">,
  userId: string,
): Promise<Account | null> {
  const row = await accountQuery(db, userId).executeTakeFirst();
  return row ? toAccount(row) : null;
}

const accountQuery = (
  db: Pick<Transaction<Tables>, "selectFrom">,
  userId: string,
) => db.selectFrom("accounts").selectAll().where("user_id", "=", userId);

const toAccount = (row: {
  balance: number;
  credit_limit: number;
  daily_bid_limit: number;
  daily_uss_limit: number;
}): Account => ({
  balance: row.balance,
  creditLimit: row.credit_limit,
  dailyBidLimit: row.daily_bid_limit,
  dailyUssLimit: row.daily_uss_limit,
});
