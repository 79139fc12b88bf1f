import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { AlertKind, Notify } from "../../domain/alerts";
import type { SavedLayout } from "../../domain/listing/savedLayout";
import type {
  CallState,
  Day,
  GeneratedId,
  Id,
  Json,
  NullableTimestamp,
  Timestamp,
  Nullable,
} from "../platform/database/columnTypes";

/** The columns of a car, which a bid copies from its lot. */
export type CarColumns = {
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

declare module "../platform/database/tables" {
  interface Tables {
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
      /** How often the lot was offered: it rises when it is offered again after a result. */
      offering: Generated<number>;
      /** Rises with each new result and with each result that is withdrawn. */
      result_revision: Generated<number>;
      /** When the present result became known; null without one, and for older results. */
      result_at: NullableTimestamp;
      imported_at: Timestamp;
    };
    /** Results of lots that another result, a withdrawal or a new offering has replaced. */
    lot_results: {
      lot_id: Id;
      /** Rises with each result of the offering. */
      revision: number;
      offering: number;
      /** A status of ended lots, or the status after a late withdrawal. */
      outcome: number;
      /** Yen. */
      price: number | null;
      /** The buyer as the source names it. */
      winner: string | null;
      sale_day: Day | null;
      at: Timestamp;
      replaced_at: Timestamp;
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
    /** Saved searches: filters and order of a list. */
    saved_searches: {
      user_id: Id;
      id: GeneratedId;
      /** The list's page type, or its name if it declares no page type. */
      type: string;
      title: string;
      /** The query of the list's URL without the page. */
      params: string;
      created_at: Timestamp;
      /** When it alerts its owner to new rows. */
      notify: ColumnType<Notify, Notify | undefined, Notify>;
      /** The day in Japan of the last daily check. */
      checked_day: Nullable<Day>;
      /** Rows up to this change number are not new. */
      checked_seq: Generated<Id>;
      /** The columns and the display of a view. */
      layout: ColumnType<SavedLayout | null, string | null | undefined, string>;
      /** Whether the users whom the list allows to share views see it. */
      is_shared: Generated<boolean>;
      seq: Generated<Id>;
    };
    /** The view with which a list opens for a user. */
    default_views: {
      user_id: Id;
      type: string;
      owner_id: Id | null;
      search_id: Id | null;
      seq: Generated<Id>;
    };
    /** Lots and rows of searches in alerts of a user, once for each kind and subject. */
    deliveries: {
      user_id: Id;
      kind: AlertKind | "search" | "result";
      /** The saved search; for a watched lot the revision of its result, or its sale day. */
      subject_id: Id;
      lot_id: Id;
      delivered_at: Timestamp;
    };
    /** Messages to users about lots and new rows of searches. */
    alerts: {
      id: GeneratedId;
      user_id: Id;
      kind: AlertKind;
      /** The title of the search or the name of the lot. */
      title: string;
      /** The list, by the type under which its searches are saved. */
      list_type: string;
      search_id: Nullable<Id>;
      /** The lot or row, if the alert is about a single one. */
      lot_id: Nullable<Id>;
      total: number;
      /** The first lots or rows, with the fields that the user could see. */
      lots: Json<Record<string, unknown>[]>;
      auction_at: NullableTimestamp;
      /** The price in yen at which the lot was sold. */
      price: Nullable<number>;
      /** The time of the first lot. */
      at: Timestamp;
      /** The time at which a mail may tell of it; null once it is queued or unwanted. */
      mail_due_at: NullableTimestamp;
      read_at: NullableTimestamp;
      seq: Generated<Id>;
    };
    /** Notes of managers about lots, at most one for each lot. */
    lot_notes: {
      kind: string;
      lot_id: Id;
      text: string;
      author_id: Id | null;
      updated_at: Timestamp;
    };
    /** Requests for extra images, one for each user and lot. */
    extra_image_requests: {
      user_id: Id;
      kind: string;
      lot_id: Id;
      /** The day in Japan, for the daily limit. */
      requested_day: Day;
      /** The time of the next call; a call reserves its request by a later time. */
      due_at: Timestamp;
      /** Failed requests do not count for the daily limit. */
      state: ColumnType<CallState, CallState | undefined, CallState>;
      attempts: ColumnType<number, number | undefined, number>;
      /** Addresses joined by `#`; null until the images have arrived. */
      images: Nullable<string>;
    };
    /** The months in which the chassis numbers of a range were built. */
    production_months: {
      chassis: string;
      first_serial: Id;
      last_serial: Id;
      /** The first day of the month. */
      month: Day;
      /** Catalogue data such as model, trim and engine codes. */
      details: ColumnType<Record<string, string>, string | undefined, string>;
    };
    /** Links by which strangers with the access code see a lot. */
    lot_shares: {
      /** The unguessable end of the link. */
      id: string;
      sharer_id: Id;
      /** The kind of the lot, which it keeps when it moves. */
      kind: string;
      lot_id: Id;
      /** Six digits. */
      code: string;
      expires_at: Timestamp;
      /** The stored preview image, if one was drawn. */
      image_key: Nullable<string>;
    };
  }
}

declare module "../platform/changes/announce" {
  interface ChangeTopics {
    alerts: true;
    favorites: true;
    lots: true;
    searches: true;
  }
}
