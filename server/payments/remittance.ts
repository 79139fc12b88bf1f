import type { Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import { insertEntry, type LedgerActor } from "./ledger";

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
