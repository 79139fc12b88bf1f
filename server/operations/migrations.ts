import type { Migrations } from "../platform/database";

/** Seals of append-only tables of all areas. */
export const migrations: Migrations = {
  "016_seals": [
    `create table seals (
      number bigint primary key check (number > 0),
      sealed_table text not null,
      columns text not null,
      first_id bigint not null,
      last_id bigint not null check (last_id >= first_id),
      row_count integer not null check (row_count > 0),
      rows_hash text not null,
      previous_head text not null,
      head text not null unique,
      sealed_at timestamptz not null
    )`,
    `create index seals_of_table on seals (sealed_table, last_id)`,
    `create trigger seals_stay
      before update or delete or truncate on seals
      for each statement execute function refuse_change()`,
  ],
};
