import type { Generated, GeneratedAlways } from "kysely";
import type { DecisionReason } from "../../domain/settlement";
import type { CarColumns } from "../catalog";
import type {
  Day,
  GeneratedId,
  Id,
  Json,
  Timestamp,
  Nullable,
} from "../platform/database/columnTypes";

/** All managers share the agent's side. */
type ChatSide = "client" | "dealer" | "agent";

declare module "../platform/database/tables" {
  interface Tables {
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
      group_rank: Nullable<number>;
      /** Bids of one round count together; a round ends with its last active bid. */
      group_round: Nullable<number>;
      /** Whether its auction has begun or moved since the money of its group was held. */
      hold_due: Generated<boolean>;
      /** The offering of the lot that the bid is for. */
      offering: Generated<number>;
      /** The revision of the lot's result that the copied fields have. */
      result_revision: Generated<number>;
      /** The revision of the result by which the bid was decided last. */
      decided_revision: Generated<number>;
      /** Whether a manager has to decide the bid. */
      needs_decision: Generated<boolean>;
      /** Whether a manager confirms the bid, and each raise, before it is sent. */
      needs_confirmation: Generated<boolean>;
      /** Why a manager has to decide it; null if nobody has to. */
      decision_reason: Nullable<DecisionReason>;
      /** The price of the result at which a won car is booked, in yen. */
      won_price: Nullable<number>;
      /** The status before its full group released the bid; otherwise null. */
      released_from: Nullable<number>;
      export_type_id: number | null;
      auto_bid: boolean;
      adjustment_price: number | null;
      /** The price that a manager recorded; it wins over the price of the result. */
      manager_sold_price: Nullable<number>;
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
      /** Random, with the name in the digest; null once the name is erased. */
      actor_salt: GeneratedAlways<string | null>;
      /** SHA-256 of salt and name, in hexadecimal. The database computes it. */
      actor_digest: GeneratedAlways<string>;
      event: string;
      amount: number | null;
      bid_status: number | null;
      /** The changed values by field of the row; null for entries without a change. */
      before: Json<Record<string, unknown>> | null;
      after: Json<Record<string, unknown>> | null;
      /** Why a manager has corrected the outcome. */
      reason: Nullable<string>;
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
      /** The first entry of the log, or the first message, to tell of. */
      first_id: Id;
      due_at: Timestamp;
    };
    /** The last message of a bid that each side has read. */
    bid_reads: {
      user_id: Id;
      bid_id: Id;
      side: ChatSide;
      message_id: Id;
    };
    /** Bid groups: the agent wins at most `cars` lots of a group. */
    bid_groups: {
      id: number;
      label: string;
      cars: number;
    };
  }
}

declare module "../platform/changes/announce" {
  interface ChangeTopics {
    bids: true;
  }
}
