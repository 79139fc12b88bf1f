import type { ColumnType, Generated, Kysely } from "kysely";
import type {
  GeneratedId,
  Id,
  Json,
  NullableTimestamp,
  Timestamp,
} from "./columnTypes";

type MailState = "waiting" | "held" | "sent" | "failed" | "dropped";

/**
 * The rows of every table. Here are the tables of the platform; each area adds its own
 * in its `tables.ts`, and is the only one that writes them.
 */
export interface Tables {
  /** The first response to each idempotency key, kept for two days. */
  idempotency_keys: {
    user_id: Id;
    key: string;
    request_hash: string;
    /** Not used. Servers of 0.2.0, which may run beside this version, write it. */
    status: Generated<number>;
    reply: string;
    /** The change numbers of the write, as in the header Change-Number. */
    changes: Generated<string>;
    created_at: Timestamp;
  };
  /** Rows that were deleted or left a place, for followers of changes. */
  tombstones: {
    /** Change number from the same sequence as for other rows. */
    seq: Generated<Id>;
    topic: string;
    /** The part of the table that the row left. */
    place: string;
    row_id: Id;
    /** The place where the row is now; null if it was deleted. */
    moved_to: string | null;
    buried_at: Timestamp;
  };
  /** Keys and values of the program itself, such as the state of the demo. */
  app_state: {
    key: string;
    value: string;
  };
  /** A run of a background job that handled rows or failed. */
  job_runs: {
    id: GeneratedId;
    job: string;
    started_at: Timestamp;
    ended_at: Timestamp;
    /** 1 for the first attempt. */
    attempt: number;
    outcome: "done" | "failed";
    /** The number of rows handled. */
    handled: number;
    error: string | null;
  };
  /** A mail to a user. Its text is made of `kind` and `data` when it is sent. */
  outbox: {
    id: GeneratedId;
    user_id: Id;
    kind: string;
    data: Json<Record<string, unknown>>;
    created_at: Timestamp;
    state: ColumnType<MailState, MailState | undefined, MailState>;
    /** The time of the next attempt; null once it is sent or given up. */
    due_at: NullableTimestamp;
    attempts: Generated<number>;
    sent_at: NullableTimestamp;
    error: string | null;
  };
}

/** A connection or a transaction in which rows are only read. */
export type Reader = Pick<Kysely<Tables>, "selectFrom" | "selectNoFrom">;
