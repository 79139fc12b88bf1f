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
};
