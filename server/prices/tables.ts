import type { ColumnType, Generated } from "kysely";
import type { QuoteLine, QuoteRule, QuoteState } from "../../domain/quote";
import type {
  Day,
  GeneratedId,
  Id,
  Json,
  Nullable,
  NullableTimestamp,
  Timestamp,
} from "../platform/database/columnTypes";

/** Yen: bigint in the database, read as text. */
type Yen = ColumnType<string | null, number | null, number | null>;

/** A price of a quote as it was calculated, with its sources. */
export type StoredPrice = {
  lines: QuoteLine[];
  rules: QuoteRule[];
  /** The reader's other currency and its rate on that day; null for yen alone. */
  currency: { code: string; yen: number; validFrom: string } | null;
};

/** The car of a quote, as it was named then. Fields that its owner may not see are missing. */
export type QuotedCar = Partial<
  Record<
    "maker" | "model" | "grade" | "lotNo" | "auctionName" | "auctionDate",
    string | null
  > & { year: number | null }
>;

/** The total and the warnings that the owner of a quote has last seen, by mail or on the screen. */
export type Told = { total: number | null; warnings: string[] };

declare module "../platform/database/tables" {
  interface Tables {
    /** Whole prices of cars that users have saved. */
    quotes: {
      id: GeneratedId;
      /** Whose quote it is. */
      user_id: Id;
      made_by_id: Nullable<Id>;
      made_by_name: string;
      made_at: Timestamp;
      /** The row schema and the id of the car. */
      row_schema: string;
      lot_id: Id;
      title: string;
      car: Json<QuotedCar>;
      /** The fields of the car by which records were chosen. */
      inputs: Json<Record<string, string | null>>;
      sale_day: Nullable<Day>;
      version: Generated<number>;
      destination: string;
      /** The computed field whose rule gives the lines. */
      field: string;
      /** The name of the hammer price. */
      basis: string;
      /** The hammer price in yen. */
      amount: number;
      total: Yen;
      price: Json<StoredPrice>;
      eta: Nullable<Day>;
      safety_days: number;
      priced_at: Timestamp;
      priced_by_name: string;
      told: Json<Told>;
      /** Beside the prices of the last check; null until the first one. */
      state: Generated<QuoteState | null>;
      /** The day and the state of the tables when the job last compared the price. */
      checked_day: Day;
      checked_tables: string;
      mail_due_at: NullableTimestamp;
    };
    /** Former prices of quotes that were priced again. */
    quote_revisions: {
      quote_id: Id;
      version: number;
      total: Yen;
      price: Json<StoredPrice>;
      eta: Nullable<Day>;
      safety_days: number;
      priced_at: Timestamp;
      priced_by_name: string;
    };
    /** Links to quotes for people without an account. */
    quote_links: {
      id: GeneratedId;
      quote_id: Id;
      /** The SHA-256 of the token. */
      digest: string;
      expires_at: Timestamp;
      ended_at: NullableTimestamp;
    };
  }
}
