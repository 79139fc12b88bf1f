/**
 * Gives bids change numbers from the same sequence as lots. `created_seq` is
 * the change number of a lot's insert: it tells a new lot from a changed one.
 */
export const live = [
  `alter table bids
    add column seq bigint not null default nextval('change_seq')`,
  `create index bids_seq on bids (seq)`,
  // Two statements, because a new column with a volatile default rewrites the table.
  `alter table lots add column created_seq bigint`,
  `alter table lots
    alter column created_seq set default currval('change_seq')`,
];
