import type { Insertable, Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";

/** The person who moves money; the system without one. */
export type LedgerActor = { userId: string; fullName: string } | "system";

type Entry = Omit<
  Insertable<Tables["ledger_entries"]>,
  "actor_id" | "actor_name"
> & { actor: LedgerActor };

/** Adds an entry to the ledger and returns its id. The amount is yen, above 0. */
export async function insertEntry(
  trx: Transaction<Tables>,
  { actor, ...entry }: Entry,
): Promise<string> {
  const isSystem = actor === "system";
  const { id } = await trx
    .insertInto("ledger_entries")
    .values({
      ...entry,
      actor_id: isSystem ? null : actor.userId,
      actor_name: isSystem ? null : actor.fullName,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Gives a client an opening balance in yen, unless the client has one already.
 * The caller needs no lock: a unique index allows one opening for each client.
 */
export async function openBalance(
  trx: Transaction<Tables>,
  { userId, amount, at }: { userId: string; amount: number; at: Date },
): Promise<void> {
  await trx
    .insertInto("ledger_entries")
    .values({
      user_id: userId,
      debit: "opening",
      credit: "client",
      amount,
      reason: "opening",
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Posts money that a client has paid, in yen, and returns the id of the entry.
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
): Promise<string> =>
  insertEntry(trx, {
    user_id: paid.userId,
    debit: "bank",
    credit: "client",
    amount: paid.amount,
    reason: "remittance",
    value_day: paid.day,
    note: paid.note,
    actor: paid.actor,
    at: paid.at,
  });
