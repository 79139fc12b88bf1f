import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { HoldState } from "../../domain/claim";
import type {
  Day,
  GeneratedId,
  Id,
  Timestamp,
} from "../platform/database/columnTypes";

/** Integer yen: bigint in the database, read as text. */
type Yen = ColumnType<string, number, number>;

/** An account of the ledger: the client's balance or its counterpart. */
type LedgerAccount = "client" | "bank" | "purchases" | "opening";
type LedgerReason = "opening" | "remittance" | "purchase" | "reversal";

declare module "../platform/database/tables" {
  interface Tables {
    /** Limits of a client. The balance is the sum of the client's ledger entries. */
    accounts: {
      user_id: Id;
      /** Yen. */
      credit_limit: number;
      daily_bid_limit: number;
      daily_uss_limit: number;
      /** The change number of the last change of the money, limits or client. */
      seq: Generated<Id>;
    };
    /**
     * Money movements, each between two sides, of which one is the client's balance.
     * Entries never change; a later entry reverses a wrong one.
     */
    ledger_entries: {
      user_id: Id;
      id: GeneratedId;
      debit: LedgerAccount;
      credit: LedgerAccount;
      amount: Yen;
      /** The amount as the client's balance changes by it: negative for a debt. */
      balance_change: GeneratedAlways<string>;
      reason: LedgerReason;
      /** The bid that the entry is about. */
      bid_id: ColumnType<Id | null, Id | undefined, never>;
      /** The entry that this one reverses; an entry is reversed once at most. */
      reverses_id: ColumnType<Id | null, Id | undefined, never>;
      /** The day in Japan on which a remittance arrived. */
      value_day: ColumnType<Day | null, Day | undefined, never>;
      note: ColumnType<string | null, string | undefined, never>;
      /** Null for the system. */
      actor_id: ColumnType<Id | null, Id | null | undefined, never>;
      actor_name: ColumnType<string | null, string | null | undefined, never>;
      at: Timestamp;
    };
    /** The money that a bid binds, one row for each bid. */
    holds: {
      user_id: Id;
      bid_id: Id;
      /** The amount of the bid, which counts while the hold is active. */
      amount: Yen;
      state: HoldState;
      changed_at: Timestamp;
    };
  }
}

declare module "../platform/changes/announce" {
  interface ChangeTopics {
    accounts: true;
  }
}
