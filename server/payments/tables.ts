import type {
  ColumnType,
  Generated,
  GeneratedAlways,
  RawBuilder,
} from "kysely";
import type {
  Day,
  GeneratedId,
  Id,
  Nullable,
  NullableTimestamp,
  Timestamp,
} from "../platform/database/columnTypes";
import type { InternalAccount } from "./ledgerTables";

/** Integer yen: bigint in the database, read as text. */
type Yen = ColumnType<string, number, never>;
/** A sum that triggers keep. */
type KeptSum = GeneratedAlways<string>;
/** Null for an account that is not a client's. */
type KeptOfClient = GeneratedAlways<string | null>;

/** Why money moved. */
export type TransferKind =
  | "opening"
  | "remittance"
  | "carPrice"
  | "charge"
  | "credit"
  | "reversal";

/** `posted` became a debt; `released` is free again. */
export type HoldState = "pending" | "posted" | "released";

declare module "../platform/database/tables" {
  interface Tables {
    /** Limits of a client, and the sums of the client's transfers and holds. */
    accounts: {
      user_id: Id;
      /** Yen. */
      credit_limit: number;
      daily_bid_limit: number;
      daily_uss_limit: number;
      /** The change number of the last change of the money, limits or client. */
      seq: Generated<Id>;
      /** The sum of the client's transfers. Negative with debts. */
      balance: KeptSum;
      /** The sum of the client's pending holds. */
      held: KeptSum;
      /** The number of the last entry of the client's account. */
      entries: KeptSum;
    };
    /** The accounts between which money moves. A trigger adds the account of each client. */
    ledger_accounts: {
      id: GeneratedId;
      kind: "client" | InternalAccount;
      /** Which bank account or kind of fee; empty for the others. */
      label: Generated<string>;
      user_id: Nullable<Id>;
      currency: Generated<string>;
    };
    /**
     * Movements of money from one account, which is debited, to another. Rows are never
     * changed; a later row reverses a wrong one.
     */
    ledger_transfers: {
      id: GeneratedId;
      debit_id: Id;
      credit_id: Id;
      /** In the smallest unit of the currency, which both accounts have. */
      amount: Yen;
      currency: Generated<string>;
      kind: TransferKind;
      /** The bid whose car the transfer is about. */
      bid_id: Nullable<Id>;
      /** The day in Japan on which the transfer counts. */
      value_day: Day;
      /** The day on which the bank moved the money, also in a month that is closed. */
      bank_day: Nullable<Day>;
      note: Nullable<string>;
      /** Null for the program itself. */
      actor_id: Nullable<Id>;
      actor_name: Nullable<string>;
      /** Random, with the name in the digest; null once the name is erased. */
      actor_salt: GeneratedAlways<string | null>;
      /** SHA-256 of salt and name, in hexadecimal; null without a name. */
      actor_digest: GeneratedAlways<string | null>;
      /** The transfer that this one reverses; each is reversed once at most. */
      reverses_id: Nullable<Id>;
      at: Timestamp;
      /** The number of the entry in the debited client's account, and the balance after. */
      debit_entry: KeptOfClient;
      debit_balance: KeptOfClient;
      credit_entry: KeptOfClient;
      credit_balance: KeptOfClient;
    };
    /** The change number of the last line of each car with lines. */
    changed_cars: { bid_id: Id; seq: ColumnType<string, RawBuilder<string>> };
    /** The car prices that are not reversed, one for each bid. A trigger writes them. */
    open_car_prices: {
      bid_id: GeneratedAlways<string>;
      transfer_id: GeneratedAlways<string>;
    };
    /** The lines of cars that follow a state of their purchase: one open line for each cause. */
    caused_lines: { bid_id: Id; cause: string; transfer_id: Id };
    /** One row: the last day of the last closed month. */
    ledger_period: { id: Generated<boolean>; closed_through: Day };
    /** The balance of each account at the end of a closed month. */
    ledger_checkpoints: {
      closed_through: Day;
      account_id: Id;
      balance: Yen;
    };
    /**
     * Money that undecided bids bind, for one bid or for a round of a bid group. A hold
     * ends once; a new amount is a new hold.
     */
    account_holds: {
      id: GeneratedId;
      user_id: Id;
      bid_id: Nullable<Id>;
      group_id: Nullable<number>;
      group_round: Nullable<number>;
      amount: Yen;
      state: Generated<HoldState>;
      opened_at: Timestamp;
      ended_at: NullableTimestamp;
    };
  }
}

declare module "../platform/changes/announce" {
  interface ChangeTopics {
    accounts: true;
  }
}
