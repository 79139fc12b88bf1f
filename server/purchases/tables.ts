import type {
  Day,
  GeneratedId,
  Id,
  Nullable,
  NullableTimestamp,
  Timestamp,
} from "../platform/database/columnTypes";

declare module "../platform/database/tables" {
  interface Tables {
    /** The record of a won car; one for each bid. */
    purchases: {
      user_id: Id;
      id: GeneratedId;
      bid_id: Id;
      /** Null for a purchase that a former version of the program wrote. */
      record_id: Nullable<Id>;
      /** Of a former version: the public status, null while it was processed. */
      status: Nullable<number>;
      purchased_at: NullableTimestamp;
    };
    /** The steps of purchases, with their due days, of which people were reminded. */
    purchase_reminders: {
      record_id: Id;
      action: string;
      due: Day;
      at: Timestamp;
      /** The version of the record up to which the step is known to wait without a break. */
      version: number;
    };
  }
}
