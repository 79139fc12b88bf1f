import { sql, type Transaction } from "kysely";
import { announceChange } from "../platform/changes";
import type { Reader, Tables } from "../platform/database/tables";

/** Money and limits of a client; amounts are integer yen. */
export type Account = {
  /** The sum of the client's transfers. Negative with debts. */
  balance: number;
  creditLimit: number;
  dailyBidLimit: number;
  dailyUssLimit: number;
  /** The sum of pending holds. */
  activeBids: number;
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
  // A statement that waits for the lock reads the row as it is after the wait.
  const account = await accountOf(trx, userId).forUpdate().executeTakeFirst();
  return account ?? null;
}

/** Returns the client's account without locking it; null for a user without an account. */
export async function findAccount(
  db: Reader,
  userId: string,
): Promise<Account | null> {
  const account = await accountOf(db, userId).executeTakeFirst();
  return account ?? null;
}

/** Sums are read as numbers, which are exact up to 2^53. */
const accountOf = (db: Reader, userId: string) =>
  db
    .selectFrom("accounts")
    .select([
      sql<number>`balance::float8`.as("balance"),
      "credit_limit as creditLimit",
      "daily_bid_limit as dailyBidLimit",
      "daily_uss_limit as dailyUssLimit",
      sql<number>`held::float8`.as("activeBids"),
    ])
    .where("user_id", "=", userId);

/**
 * The daily limits of a client's bids, for a statement of another area. Null for a user
 * without an account.
 */
export const dailyLimitsOf = (userId: string) =>
  [
    sql<number | null>`(
      select daily_bid_limit from accounts where user_id = ${userId})`.as(
      "dailyBidLimit",
    ),
    sql<number | null>`(
      select daily_uss_limit from accounts where user_id = ${userId})`.as(
      "dailyUssLimit",
    ),
  ] as const;

/**
 * Announces a change of a client's account and gives the account a new change number, so
 * that open pages show its money, limits and client as they are now. A user without an
 * account has no change number.
 */
export async function noteAccountChange(
  trx: Transaction<Tables>,
  userId: string,
): Promise<void> {
  const account = await trx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return;
  await announceChange(trx, "accounts");
  await trx
    .updateTable("accounts")
    .set({ seq: sql`nextval('change_seq')` })
    .where("user_id", "=", userId)
    .execute();
}
