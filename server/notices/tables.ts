import type { ColumnType, Generated } from "kysely";
import type {
  Day,
  GeneratedId,
  Id,
  Timestamp,
} from "../platform/database/columnTypes";

/** Values of fields, written as JSON text. */
type Values = ColumnType<
  Readonly<Record<string, unknown>> | null,
  string | null
>;

declare module "../platform/database/tables" {
  interface Tables {
    /** The change number up to which notices have read the history of records: one row. */
    notice_position: { id: Generated<boolean>; seq: Id };
    /** The last day on which a scheduled notice began, in Japan. */
    notice_days: { resource: string; notice: string; day: Day };
    /** Records that a notice is about, one row for each change. */
    notice_rows: {
      id: GeneratedId;
      /** The name of the list, and the id of its notice. */
      resource: string;
      notice: string;
      record_id: Id;
      /** The author of the change; null for the program. */
      actor_id: Id | null;
      /** The only recipient; null for all whom the access rule of the notice allows. */
      user_id: Id | null;
      at: Timestamp;
      /** Of a notice on a difference: the values of its fields before and after the change. */
      before: Values;
      after: Values;
    };
    /** Mails of notices that wait to be queued, at most one for each user and notice. */
    notice_waits: {
      user_id: Id;
      resource: string;
      notice: string;
      /** The range of `notice_rows` that the mail is about; null for a schedule. */
      from_id: Id | null;
      to_id: Id | null;
      first_at: Timestamp;
      due_at: Timestamp;
    };
  }
}
