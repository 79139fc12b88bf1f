import type { ColumnType, Generated, GeneratedAlways, Kysely } from "kysely";
import type { QuietHours } from "../../../domain/quietHours";
import type {
  Day,
  GeneratedId,
  Id,
  Json,
  NullableTimestamp,
  Timestamp,
} from "./columnTypes";
import type { CatalogTables } from "./catalogTables";
import type { MoneyTables } from "./moneyTables";
import type { WorkspaceTables } from "./workspaceTables";

/** The columns of a car, which a bid copies from its lot. */
type CarColumns = {
  lot_no: string;
  auction_at: NullableTimestamp;
  auction_day: Day | null;
  house_id: number | null;
  maker_id: number | null;
  model_id: number | null;
  chassis_id: number | null;
  condition_id: number | null;
  gearbox_id: number | null;
  color_id: number | null;
  year: number | null;
  /** cc; null when unknown or electric. */
  engine: number | null;
  /** km; null when unknown. */
  mileage: number | null;
  start_price: number | null;
  sold_price: number | null;
  grade: string | null;
  equip: string | null;
  /** Picture addresses joined by `#`. */
  images: string;
  /** Schema fields that have no column of their own. */
  extra: Json<Record<string, unknown>>;
};

/** All managers share the agent's side. */
type ChatSide = "client" | "dealer" | "agent";

type MailState = "waiting" | "held" | "sent" | "failed" | "dropped";

/** The rows of every table. */
export type Tables = CatalogTables &
  MoneyTables &
  WorkspaceTables & {
    users: {
      id: GeneratedId;
      email: string;
      /** The e-mail in lower case: the unique key of a login. */
      email_key: string;
      password_hash: string;
      full_name: string;
      company: string | null;
      country_id: number | null;
      city: string | null;
      address: string | null;
      mobile: string | null;
      office_phone: string | null;
      language_id: number | null;
      user_type: number;
      user_level: number;
      role_id: number;
      /** The dealer whose client this user is. */
      dealer_id: Id | null;
      /** The manager who looks after this user. */
      manager_id: Id | null;
      permissions: Json<Record<string, boolean>>;
      bid_email_notify: boolean;
      /** Whether alerts are sent by mail as well. */
      alert_mails: Generated<boolean>;
      /** Which alerts of watched lots the user wishes. */
      alert_day_before: Generated<boolean>;
      alert_hour_before: Generated<boolean>;
      alert_results: Generated<boolean>;
      quiet_hours: ColumnType<
        QuietHours | null,
        string | null | undefined,
        string | null
      >;
      invoice_link: string | null;
      /** A note of managers about a client. */
      note: ColumnType<string | null, string | undefined, string | null>;
      /** The client's number at the auctions. */
      jas_client_id: ColumnType<
        string | null,
        string | undefined,
        string | null
      >;
      last_login: NullableTimestamp;
      created_at: Timestamp;
      version: Generated<number>;
    };
    /** One login with its rotating refresh tokens. */
    sessions: {
      id: GeneratedId;
      user_id: Id;
      /** Hash of the common first part of the login's refresh tokens. */
      family_hash: string;
      refresh_hash: string;
      previous_refresh_hash: string | null;
      rotated_at: NullableTimestamp;
      expires_at: Timestamp;
      created_at: Timestamp;
      /** Whether the login used the public password of the demo accounts. */
      uses_demo_password: Generated<boolean>;
    };
    access_tokens: {
      hash: string;
      session_id: Id;
      expires_at: Timestamp;
    };
    /** Browsers in which a user signed in before: their hashed device tokens. */
    known_devices: {
      user_id: Id;
      hash: string;
      expires_at: Timestamp;
    };
    /** Counted attempts (logins, codes) inside a window. */
    throttles: {
      key: string;
      count: number;
      window_ends_at: Timestamp;
    };
    /** The first response to each idempotency key, kept for two days. */
    idempotency_keys: {
      user_id: Id;
      key: string;
      request_hash: string;
      status: number;
      reply: string;
      created_at: Timestamp;
    };
    /**
     * The dictionaries of the trade: maker, model (parent: maker), house,
     * condition (rank: grade order), gearbox, color, chassis. Ids count from 1
     * within a kind.
     */
    terms: {
      kind: string;
      id: number;
      parent_id: number | null;
      name: string;
      rank: number | null;
    };
    /** A lot in a group of a user's wishlist. */
    favorites: {
      id: GeneratedId;
      user_id: Id;
      group_name: string;
      lot_area: string;
      lot_id: Id;
      added_at: Timestamp;
      is_removed: Generated<boolean>;
      /** Null unless it is removed. */
      removed_at: NullableTimestamp;
      seq: Generated<Id>;
    };
    lots: CarColumns & {
      area: string;
      id: Generated<Id>;
      /** Change number; each write takes the next one. */
      seq: Generated<Id>;
      /** Change number of the insert; null for lots older than change numbers. */
      created_seq: GeneratedAlways<Id | null>;
      source: string;
      source_id: string;
      status: number;
      average_price: number | null;
      priv: string | null;
      /** Hash of the imported row: an unchanged row is not written again. */
      row_hash: string;
      imported_at: Timestamp;
    };
    /** Lot fields are copied onto the bid, so that a bid list reads one table. */
    bids: CarColumns & {
      user_id: Id;
      id: Generated<Id>;
      /** Change number from the same sequence as for lots. */
      seq: Generated<Id>;
      lot_area: string;
      lot_id: Id;
      lot_status: number;
      is_uss: boolean;
      amount: number;
      bid_status: number;
      bid_group_id: number | null;
      /** The client's order within the group, from 1; null for the order of placing. */
      group_rank: ColumnType<
        number | null,
        number | null | undefined,
        number | null
      >;
      /** Bids of one round count together; a round ends with its last active bid. */
      group_round: ColumnType<
        number | null,
        number | null | undefined,
        number | null
      >;
      /** Whether a manager has to decide the bid after its auction. */
      needs_decision: Generated<boolean>;
      /** The status before its full group released the bid; otherwise null. */
      released_from: ColumnType<
        number | null,
        number | null | undefined,
        number | null
      >;
      export_type_id: number | null;
      auto_bid: boolean;
      adjustment_price: number | null;
      /** The price that a manager recorded; it wins over the lot's `sold_price`. */
      manager_sold_price: ColumnType<
        number | null,
        number | null | undefined,
        number | null
      >;
      /** Whether there are messages that this side of the chat has not read. */
      client_unread: Generated<boolean>;
      dealer_unread: Generated<boolean>;
      agent_unread: Generated<boolean>;
      /** The manager who placed or last changed it for the client. */
      manager_id: Id | null;
      /** Day in Japan on which it was placed: daily limits are counted by it. */
      placed_day: Day;
      placed_at: Timestamp;
      version: Generated<number>;
    };
    bid_log: {
      id: GeneratedId;
      user_id: Id;
      bid_id: Id;
      at: Timestamp;
      /** Null for a change by the program itself. */
      actor_id: Id | null;
      actor_name: string;
      /** The user type of the person; 991 for the program itself. */
      actor_type: number;
      /** The level of the actor, or the role of a dealer; null if it is unknown. */
      actor_level: number | null;
      event: string;
      amount: number | null;
      bid_status: number | null;
      /** The changed values by field of the row; null for entries without a change. */
      before: Json<Record<string, unknown>> | null;
      after: Json<Record<string, unknown>> | null;
    };
    /** Messages about a bid between its client, the client's dealer and the agent. */
    bid_messages: {
      /** The client of the bid. */
      user_id: Id;
      id: GeneratedId;
      bid_id: Id;
      /** The side that wrote it. */
      side: ChatSide;
      author_id: Id;
      author_name: string;
      text: string;
      at: Timestamp;
    };
    /** Bids that somebody is to be told of by mail, until the mail is queued. */
    bid_news: {
      recipient_id: Id;
      /** The client of the bid. */
      user_id: Id;
      bid_id: Id;
      kind: "change" | "message";
      /** The time of the first change or message to tell of. */
      since: Timestamp;
      due_at: Timestamp;
    };
    /** The last message of a bid that each side has read. */
    bid_reads: {
      user_id: Id;
      bid_id: Id;
      side: ChatSide;
      message_id: Id;
    };
    /** Uploaded files; their bytes are in the storage under `key`. */
    files: {
      id: GeneratedId;
      owner_id: Id;
      key: string;
      name: string;
      type: Generated<string>;
      /** Bytes. */
      size: Generated<number>;
      started_at: Timestamp;
      /** Null while the upload arrives, and if it broke. */
      stored_at: NullableTimestamp;
    };
    /** Rows that were deleted or left a place, for followers of changes. */
    tombstones: {
      /** Change number from the same sequence as for lots. */
      seq: Generated<Id>;
      topic: string;
      /** The part of the table that the row left: the area of a lot. */
      place: string;
      row_id: Id;
      /** The place where the row is now; null if it was deleted. */
      moved_to: string | null;
      buried_at: Timestamp;
    };
    /** Bid groups: the agent wins at most `cars` lots of a group. */
    bid_groups: {
      id: number;
      label: string;
      cars: number;
    };
    /** Keys and values of the program itself, such as the state of the demo. */
    app_state: {
      key: string;
      value: string;
    };
    /** Settings of the user interface by key. */
    user_preferences: {
      user_id: Id;
      key: string;
      value: Json<Record<string, unknown>>;
      updated_at: Timestamp;
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
    /** The security log, which is only added to. */
    security_events: {
      id: GeneratedId;
      at: Timestamp;
      event: string;
      /** The account that the event is about; null for an unknown one. */
      user_id: Id | null;
      /** The signed-in user of the request. */
      actor_id: Id | null;
      /** The actor of an event without a user, such as the command line. */
      actor: string | null;
      address: string | null;
      request_id: string | null;
      detail: string | null;
    };
    /** Hashed tokens of links in mails. */
    link_tokens: {
      hash: string;
      user_id: Id;
      purpose: string;
      /** The row that the link is about, such as a saved search. */
      subject: Generated<string>;
      expires_at: Timestamp;
    };
  };

/** A connection or a transaction in which rows are only read. */
export type Reader = Pick<Kysely<Tables>, "selectFrom">;
