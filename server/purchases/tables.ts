import type {
  GeneratedId,
  Id,
  Timestamp,
  Nullable,
} from "../platform/database/columnTypes";

declare module "../platform/database/tables" {
  interface Tables {
    /** Cars that were won; one for each bid. */
    purchases: {
      user_id: Id;
      id: GeneratedId;
      bid_id: Id;
      /** A number of the purchase statuses; null while it is processed. */
      status: Nullable<number>;
      purchased_at: Timestamp;
    };
  }
}
