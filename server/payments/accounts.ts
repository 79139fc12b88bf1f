import { sql, type Transaction } from "kysely";
import { announceChange } from "../platform/changes";
import type { Reader, Tables } from "../platform/database/tables";

/** Money and limits of a client; amounts are integer yen. */
export type Account = {
  /** The sum of the client's ledger entries. Negative with debts. */
  balance: number;
  creditLimit: number;
  dailyBidLimit: number;
  dailyUssLimit: number;
  /** The sum of active holds. */
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
  const locked = await trx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  // The sums need a statement of their own: one that waits for a lock reads all
  // other rows as they were before the wait.
  return locked ? findAccount(trx, userId) : null;
}

/** Returns the client's account without locking it; null for a user without an account. */
export async function findAccount(
  db: Reader,
  userId: string,
): Promise<Account | null> {
  const account = await db
    .selectFrom("accounts")
    .select([
      balanceOf(userId).as("balance"),
      activeBidsOf(userId).as("activeBids"),
    ])
    .select([
      "credit_limit as creditLimit",
      "daily_bid_limit as dailyBidLimit",
      "daily_uss_limit as dailyUssLimit",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return account ?? null;
}

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

// Sums are read as numbers, which are exact up to 2^53.
const balanceOf = (userId: string) => sql<number>`(
  select coalesce(sum(balance_change), 0)::float8 from ledger_entries
  where user_id = ${userId})`;

const activeBidsOf = (userId: string) => sql<number>`(
  select coalesce(sum(amount), 0)::float8 from holds
  where user_id = ${userId} and state = 'active')`;
