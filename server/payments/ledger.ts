import { sql, type RawBuilder, type Transaction } from "kysely";
import { addDays, japanDay } from "../../domain/japanTime";
import { announceChange } from "../platform/changes";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import { lockAccount } from "./accounts";
import type { InternalAccount } from "./ledgerTables";
import type { TransferKind } from "./tables";

/** The person who moves money; the system without one. */
export type LedgerActor = { userId: string; fullName: string } | "system";

/** A client's account by the user's id, or an account of the agent, which may have a label. */
export type LedgerAccount =
  | { client: string }
  | InternalAccount
  | { kind: InternalAccount; label: string };

type Transfer = {
  debit: LedgerAccount;
  credit: LedgerAccount;
  /** Yen, above 0. */
  amount: number;
  kind: Exclude<TransferKind, "reversal">;
  /** The day in Japan of the fact that moves the money. */
  day: string;
  /** Whether a bank moved the money, on that day. */
  isByBank?: boolean;
  bidId?: string;
  note?: string;
  actor: LedgerActor;
  at: Date;
};

/**
 * Posts a transfer and returns its id. It counts on the day of the fact, or on the first
 * open day if the books of that day are closed. The caller holds the locks of the clients'
 * accounts, in ascending order of their ids.
 */
export async function postTransfer(
  trx: Transaction<Tables>,
  transfer: Transfer,
): Promise<string> {
  const { debit, credit, amount, kind, day, bidId = null, at } = transfer;
  await announceCar(trx, bidId);
  const { id } = await trx
    .insertInto("ledger_transfers")
    .values({
      debit_id: accountId(debit),
      credit_id: accountId(credit),
      amount,
      kind,
      bid_id: bidId,
      value_day: await firstOpenDay(trx, day),
      bank_day: transfer.isByBank ? day : null,
      note: transfer.note ?? null,
      ...actorColumns(transfer.actor),
      at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function accountId(account: LedgerAccount): RawBuilder<string> {
  if (typeof account === "string")
    return accountId({ kind: account, label: "" });
  return "client" in account
    ? sql`(select id from ledger_accounts where user_id = ${account.client})`
    : sql`(select id from ledger_accounts
        where kind = ${account.kind} and label = ${account.label}
          and user_id is null)`;
}

const actorColumns = (actor: LedgerActor) =>
  actor === "system"
    ? { actor_id: null, actor_name: null }
    : { actor_id: actor.userId, actor_name: actor.fullName };

/**
 * Returns a day, or the first day after the closed months if it is in one of them. No
 * month can be closed before the transaction ends.
 */
async function firstOpenDay(
  trx: Transaction<Tables>,
  day: string,
): Promise<string> {
  const { closed_through: closed } = await trx
    .selectFrom("ledger_period")
    .select("closed_through")
    .forShare()
    .executeTakeFirstOrThrow();
  return day > closed ? day : addDays(closed, 1);
}

/**
 * Reverses a transfer by one in the other direction, and returns its id. It counts on the
 * present day in Japan, or on the first open day if a close was faster. The caller holds
 * the locks of the clients' accounts.
 *
 * @throws already_reversed
 */
export async function reverseTransfer(
  trx: Transaction<Tables>,
  {
    transferId,
    note,
    actor,
    at,
  }: { transferId: string; note?: string; actor: LedgerActor; at: Date },
): Promise<string> {
  const former = await trx
    .selectFrom("ledger_transfers as former")
    .leftJoin("ledger_transfers as later", "later.reverses_id", "former.id")
    .select(["former.debit_id", "former.credit_id", "former.bid_id"])
    .select(["former.amount", "former.currency", "later.id as reversal"])
    .where("former.id", "=", transferId)
    .executeTakeFirstOrThrow();
  if (former.reversal !== null) throw failure("already_reversed");
  await announceCar(trx, former.bid_id);
  const { id } = await trx
    .insertInto("ledger_transfers")
    .values({
      debit_id: former.credit_id,
      credit_id: former.debit_id,
      amount: Number(former.amount),
      currency: former.currency,
      kind: "reversal",
      bid_id: former.bid_id,
      value_day: await firstOpenDay(trx, japanDay(at)),
      note: note ?? null,
      ...actorColumns(actor),
      reverses_id: transferId,
      at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Announces a new line of the car of a bid; does nothing for other transfers. */
async function announceCar(
  trx: Transaction<Tables>,
  bidId: string | null,
): Promise<void> {
  if (bidId === null) return;
  await announceChange(trx, "accounts");
  const seq = sql<string>`nextval('change_seq')`;
  await trx
    .insertInto("changed_cars")
    .values({ bid_id: bidId, seq })
    .onConflict((conflict) => conflict.column("bid_id").doUpdateSet({ seq }))
    .execute();
}

/** Gives a client an opening balance in yen, unless the client has one already. */
export async function openBalance(
  trx: Transaction<Tables>,
  { userId, amount, at }: { userId: string; amount: number; at: Date },
): Promise<void> {
  await lockAccount(trx, userId);
  const opening = await trx
    .selectFrom("ledger_transfers")
    .select("id")
    .where("kind", "=", "opening")
    .where("credit_id", "=", accountId({ client: userId }))
    .executeTakeFirst();
  if (opening) return;
  await postTransfer(trx, {
    debit: "opening",
    credit: { client: userId },
    amount,
    kind: "opening",
    day: japanDay(at),
    actor: "system",
    at,
  });
}

/**
 * Posts money that a client has paid, in yen, and returns the id of the transfer.
 * `day` is the day in Japan on which it arrived.
 */
export const postRemittance = (
  trx: Transaction<Tables>,
  paid: {
    userId: string;
    amount: number;
    day: string;
    note: string;
    actor: LedgerActor;
    at: Date;
  },
): Promise<string> => {
  const { userId, ...transfer } = paid;
  return postTransfer(trx, {
    ...transfer,
    debit: "bank",
    credit: { client: userId },
    kind: "remittance",
    isByBank: true,
  });
};
