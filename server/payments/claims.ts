import type { Transaction } from "kysely";
import { isClaimCovered, type Claim } from "../../domain/claim";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import { noteAccountChange, type Account } from "./accounts";
import { insertEntry, type LedgerActor } from "./ledger";

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
