import type { SealedTable } from "../workspace/area";

/** The accounts and transfers, which are sealed. The name of an actor is a salted digest. */
export const sealedLedger: readonly SealedTable[] = [
  {
    table: "ledger_accounts",
    columns: ["id", "kind", "label", "user_id", "currency"],
    names: [],
  },
  {
    table: "ledger_transfers",
    columns: [
      "id",
      "debit_id",
      "credit_id",
      "amount",
      "currency",
      "kind",
      "bid_id",
      "value_day",
      "bank_day",
      "note",
      "actor_id",
      "actor_digest",
      "reverses_id",
      "at:time",
      "debit_entry",
      "debit_balance",
      "credit_entry",
      "credit_balance",
    ],
    names: [{ name: "actor_name", salt: "actor_salt", digest: "actor_digest" }],
  },
];
