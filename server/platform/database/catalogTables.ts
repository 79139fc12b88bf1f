import type { ColumnType, Generated } from "kysely";
import type { Day, GeneratedId, Id, Timestamp } from "./columnTypes";

/** The tables of users for lots and lists: saved searches and links to lots. */
export type CatalogTables = {
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
    /** Whether its owner gets daily mails with new lots. */
    is_daily: Generated<boolean>;
    /** The day in Japan on which it was looked through last. */
    mailed_day: ColumnType<Day | null, Day | null | undefined, Day | null>;
    /** Lots up to this change number are not new. */
    mailed_seq: Generated<Id>;
  };
  /** The lots that the owner of a saved search has been sent. */
  deliveries: {
    user_id: Id;
    search_id: Id;
    lot_id: Id;
    delivered_at: Timestamp;
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
    due_at: Timestamp;
    /** Addresses joined by `#`; null until the images have arrived. */
    images: ColumnType<string | null, string | null | undefined, string | null>;
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
    image_key: ColumnType<
      string | null,
      string | null | undefined,
      string | null
    >;
  };
};
