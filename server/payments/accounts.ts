import { sql, type Transaction } from "kysely";
import { isClaimCovered, type Claim } from "../../domain/claim";
import { announceChange } from "../platform/changes";
import type { Reader, Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import { insertEntry, type LedgerActor } from "./ledger";

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

// Sums are read as numbers, which are exact up to 2^53.
const balanceOf = (userId: string) => sql<number>`(
  select coalesce(sum(balance_change), 0)::float8 from ledger_entries
  where user_id = ${userId})`;

const activeBidsOf = (userId: string) => sql<number>`(
  select coalesce(sum(amount), 0)::float8 from holds
  where user_id = ${userId} and state = 'active')`;

type BidKey = { userId: string; bidId: string };

/**
 * Writes the claim of a bid: its hold and, for a won car, the debt in the ledger.
 * A debt that ends or changes is reversed by an entry of its own. A claim that is
 * written already changes nothing, so a retry has no further effect. Returns the
 * former claim, or null if nothing changed. The caller holds the lock of the
 * account; `account` is the account before this change. Throws insufficient_credit
 * if the client's credit is checked and does not cover the claim.
 */
export async function writeClaim(
  trx: Transaction<Tables>,
  request: BidKey & {
    claim: Claim;
    /** Null for a client without an account, whose credit covers nothing. */
    account: Account | null;
    isCreditChecked: boolean;
    actor: LedgerActor;
    at: Date;
  },
): Promise<Claim | null> {
  const { userId, bidId, claim, actor, at } = request;
  const present = await findClaim(trx, { userId, bidId });
  if (request.isCreditChecked) {
    const account = request.account ?? noMoney;
    if (!isClaimCovered(claim, present, account))
      throw failure("insufficient_credit");
  }
  if (present.owed !== claim.owed) {
    const ofBid = { user_id: userId, bid_id: bidId, actor, at };
    if (present.debtId !== null)
      await insertEntry(trx, {
        ...ofBid,
        debit: "purchases",
        credit: "client",
        amount: present.owed,
        reason: "reversal",
        reverses_id: present.debtId,
      });
    if (claim.owed > 0)
      await insertEntry(trx, {
        ...ofBid,
        debit: "client",
        credit: "purchases",
        amount: claim.owed,
        reason: "purchase",
      });
  }
  const isSame =
    present.state === claim.state && present.amount === claim.amount;
  if (!isSame) await writeHold(trx, { userId, bidId, claim, at });
  if (isSame && present.owed === claim.owed) return null;
  await noteAccountChange(trx, userId);
  return present;
}

const noMoney = { balance: 0, creditLimit: 0, activeBids: 0 };

/** Returns the written claim of a bid and the entry of its debt. */
async function findClaim(
  trx: Transaction<Tables>,
  { userId, bidId }: BidKey,
): Promise<Claim & { debtId: string | null }> {
  const hold = await trx
    .selectFrom("holds")
    .select(["state", "amount"])
    .where("user_id", "=", userId)
    .where("bid_id", "=", bidId)
    .executeTakeFirst();
  if (!hold) return { state: "released", amount: 0, owed: 0, debtId: null };
  const debt = await trx
    .selectFrom("ledger_entries as debt")
    .leftJoin("ledger_entries as reversal", (join) =>
      join
        .onRef("reversal.user_id", "=", "debt.user_id")
        .onRef("reversal.reverses_id", "=", "debt.id"),
    )
    .select(["debt.id", "debt.amount"])
    .where("debt.user_id", "=", userId)
    .where("debt.bid_id", "=", bidId)
    .where("debt.reason", "=", "purchase")
    .where("reversal.id", "is", null)
    .executeTakeFirst();
  return {
    state: hold.state,
    amount: Number(hold.amount),
    owed: Number(debt?.amount ?? 0),
    debtId: debt?.id ?? null,
  };
}

const writeHold = (
  trx: Transaction<Tables>,
  { userId, bidId, claim, at }: BidKey & { claim: Claim; at: Date },
) => {
  const { state, amount } = claim;
  const written = { state, amount, changed_at: at };
  return trx
    .insertInto("holds")
    .values({ user_id: userId, bid_id: bidId, ...written })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "bid_id"]).doUpdateSet(written),
    )
    .execute();
};
