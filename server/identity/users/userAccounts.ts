import type { RawBuilder, Transaction } from "kysely";
import type { Tables } from "../../platform/database";
import type { RowSource } from "../../workspace/listing";

/** The limits of a user: credit in yen, and numbers of bids a day. */
export type AccountLimits = {
  creditLimit: number;
  dailyBidLimit: number;
  dailyUssLimit: number;
};

/** The money of the row of `users` in SQL; yen except for the daily limits. */
export type MoneyFields = {
  [Name in keyof AccountLimits]: RawBuilder<number | null>;
} & {
  balance: RawBuilder<number>;
  activeBids: RawBuilder<number>;
  /** The amount that a client can bid by now. */
  bidAllow: RawBuilder<number>;
};

/** The accounts of users, which belong to a higher area. */
export type UserAccounts = {
  /** The table of users with their money, for administrators. */
  userSource: RowSource;
  /** The table of clients with their money, for managers. */
  clientSource: RowSource;
  readLimits: (
    trx: Transaction<Tables>,
    userId: string,
  ) => Promise<AccountLimits>;
  /** Changes the given limits of a user, and opens a missing account. */
  setLimits: (
    trx: Transaction<Tables>,
    userId: string,
    limits: Partial<AccountLimits>,
  ) => Promise<void>;
  /** Announces a change of the user to open pages with the user's money. */
  noteChange: (trx: Transaction<Tables>, userId: string) => Promise<void>;
};
