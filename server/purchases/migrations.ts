import type { Migrations } from "../platform/database";

/** Cars that were won. */
export const migrations: Migrations = {
  "007_purchases": [
    `create table purchases (
      user_id bigint not null,
      id bigint generated always as identity,
      bid_id bigint not null,
      status smallint check (status between 1 and 8),
      purchased_at timestamptz not null,
      primary key (user_id, id),
      unique (user_id, bid_id)
    )`,
  ],
  "024_purchase_references": [
    `alter table purchases
      add foreign key (user_id, bid_id) references bids (user_id, id)`,
  ],
  // A purchase is a record. A job adds the records of purchases of former versions; `status`
  // is null for all other purchases.
  "045_purchase_records": [
    `alter table purchases
      add column record_id bigint references records (id),
      alter column purchased_at drop not null`,
    `create unique index purchases_record on purchases (record_id)`,
    `create index purchases_without_record on purchases (id) where record_id is null`,
  ],
  "048_purchase_reminders": [
    `create table purchase_reminders (
      record_id bigint not null references records (id) on delete cascade,
      action text not null,
      due date not null,
      at timestamptz not null,
      primary key (record_id, action, due)
    )`,
  ],
  "055_rounds_of_reminders": [
    `alter table purchase_reminders add column version integer`,
    `update purchase_reminders set version = records.version
      from records where records.id = record_id`,
    `alter table purchase_reminders alter column version set not null`,
  ],
  "056_purchase_bids": [`create index purchases_bid on purchases (bid_id)`],
};
