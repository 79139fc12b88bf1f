import type { Transaction } from "kysely";
import { isClaimCovered, type Claim } from "../../domain/claim";
import { japanDay } from "../../domain/japanTime";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import { noteAccountChange, type Account } from "./accounts";
import { postTransfer, reverseTransfer, type LedgerActor } from "./ledger";

/** The subject of a hold: a bid outside of groups, or a round of a bid group. */
export type HoldSubject =
  | { bidId: string }
  | { groupId: number; groupRound: number };

/** The yen that a subject holds; 0 for none. */
export type Hold = { subject: HoldSubject; amount: number };

type ClaimRequest = {
  userId: string;
  bidId: string;
  /** The price of the car in yen; 0 without a debt. */
  owed: number;
  /** Each subject whose hold depends on the bid, once. */
  holds: readonly Hold[];
  /** The day in Japan on which the car was bought. */
  day: string;
  /** The account before the change. Null for a client without one, who has no credit. */
  account: Account | null;
  isCreditChecked: boolean;
  actor: LedgerActor;
  at: Date;
};

/**
 * Writes what a bid claims: the price of a won car, and the holds that depend on the bid.
 * A price that ends or changes is reversed by a transfer of its own. A claim that is
 * written already changes nothing, so a retry has no further effect. Returns the former
 * claim, or null if nothing changed. The caller holds the lock of the account. Throws
 * insufficient_credit if the client's credit is checked and does not cover the claim.
 */
export async function writeClaim(
  trx: Transaction<Tables>,
  request: ClaimRequest,
): Promise<Claim | null> {
  const { userId, bidId, owed, at } = request;
  const price = await findOpenPrice(trx, bidId);
  const holds = await withFormer(trx, userId, request.holds);
  const present = {
    held: sumOf(holds.map(({ former }) => former?.amount ?? 0)),
    owed: price?.amount ?? 0,
  };
  if (request.isCreditChecked) {
    const next = { held: sumOf(holds.map(({ amount }) => amount)), owed };
    const account = request.account ?? noMoney;
    if (!isClaimCovered(next, present, account))
      throw failure("insufficient_credit");
  }
  const isBooked = present.owed !== owed;
  if (isBooked) await bookPrice(trx, { ...request, price });
  const state = isBooked && owed > 0 ? "posted" : "released";
  const hasChanged = await replaceHolds(trx, { userId, holds, state, at });
  if (!isBooked && !hasChanged) return null;
  await noteAccountChange(trx, userId);
  return present;
}

/**
 * Writes holds that change without a decision of a person: time or a new auction day has
 * changed what a group may win. They may pass the credit. The caller holds the lock of the
 * account. Returns whether any hold changed.
 */
export async function reviewHolds(
  trx: Transaction<Tables>,
  { userId, holds, at }: { userId: string; holds: readonly Hold[]; at: Date },
): Promise<boolean> {
  const hasChanged = await replaceHolds(trx, {
    ...{ userId, at, state: "released" },
    holds: await withFormer(trx, userId, holds),
  });
  if (hasChanged) await noteAccountChange(trx, userId);
  return hasChanged;
}

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);

type PendingHold = { id: string; amount: number };
type ReplacedHold = Hold & { former: PendingHold | null };

async function withFormer(
  trx: Transaction<Tables>,
  userId: string,
  holds: readonly Hold[],
): Promise<ReplacedHold[]> {
  const replaced: ReplacedHold[] = [];
  for (const hold of holds)
    replaced.push({
      ...hold,
      former: await findPendingHold(trx, userId, hold.subject),
    });
  return replaced;
}

/** Ends each hold that changes and opens a new one. Returns whether any changed. */
async function replaceHolds(
  trx: Transaction<Tables>,
  {
    userId,
    holds,
    state,
    at,
  }: {
    userId: string;
    holds: readonly ReplacedHold[];
    state: "posted" | "released";
    at: Date;
  },
): Promise<boolean> {
  const changed = holds.filter(
    ({ former, amount }) => (former?.amount ?? 0) !== amount,
  );
  for (const { former, subject, amount } of changed) {
    if (former)
      await trx
        .updateTable("account_holds")
        .set({ state, ended_at: at })
        .where("id", "=", former.id)
        .execute();
    if (amount > 0)
      await trx
        .insertInto("account_holds")
        .values({
          user_id: userId,
          ...subjectColumns(subject),
          amount,
          opened_at: at,
        })
        .execute();
  }
  return changed.length > 0;
}

const noMoney = { balance: 0, creditLimit: 0, activeBids: 0 };

type OpenPrice = { id: string; amount: number };

/** Returns the transfer of the price of a won car that is not reversed. */
async function findOpenPrice(
  trx: Transaction<Tables>,
  bidId: string,
): Promise<OpenPrice | null> {
  const price = await trx
    .selectFrom("open_car_prices as open")
    .innerJoin("ledger_transfers as posted", "posted.id", "open.transfer_id")
    .select(["posted.id", "posted.amount"])
    .where("open.bid_id", "=", bidId)
    .executeTakeFirst();
  return price ? { id: price.id, amount: Number(price.amount) } : null;
}

/**
 * Posts the price of a car in place of the present one. The first price counts on the day
 * of the sale, and every later one on the present day, as the reversal before it does. So
 * no day has two prices of one car.
 */
async function bookPrice(
  trx: Transaction<Tables>,
  { price, ...request }: ClaimRequest & { price: OpenPrice | null },
): Promise<void> {
  const { userId, bidId, owed, actor, at } = request;
  if (price) await reverseTransfer(trx, { transferId: price.id, actor, at });
  if (owed > 0)
    await postTransfer(trx, {
      debit: { client: userId },
      credit: "cars",
      amount: owed,
      kind: "carPrice",
      day: price || (await wasBooked(trx, bidId)) ? japanDay(at) : request.day,
      ...{ bidId, actor, at },
    });
}

/** Returns whether a bid has had a price before, which is reversed. */
async function wasBooked(
  trx: Transaction<Tables>,
  bidId: string,
): Promise<boolean> {
  const price = await trx
    .selectFrom("ledger_transfers")
    .select("id")
    .where("bid_id", "=", bidId)
    .where("kind", "=", "carPrice")
    .limit(1)
    .executeTakeFirst();
  return price !== undefined;
}

const subjectColumns = (subject: HoldSubject) =>
  "bidId" in subject
    ? { bid_id: subject.bidId, group_id: null, group_round: null }
    : {
        bid_id: null,
        group_id: subject.groupId,
        group_round: subject.groupRound,
      };

async function findPendingHold(
  trx: Transaction<Tables>,
  userId: string,
  subject: HoldSubject,
): Promise<PendingHold | null> {
  const { bid_id, group_id, group_round } = subjectColumns(subject);
  const hold = await trx
    .selectFrom("account_holds")
    .select(["id", "amount"])
    .where("user_id", "=", userId)
    .where("state", "=", "pending")
    .$if(bid_id !== null, (query) => query.where("bid_id", "=", bid_id))
    .$if(group_id !== null, (query) =>
      query
        .where("group_id", "=", group_id)
        .where("group_round", "=", group_round),
    )
    .executeTakeFirst();
  return hold ? { id: hold.id, amount: Number(hold.amount) } : null;
}
