/**
 * Daily mails of saved searches: when and up to which change number a search was
 * last run, and which lots its owner has been sent.
 */
export const dailySearches = [
  `alter table saved_searches
    add column is_daily boolean not null default false,
    add column mailed_day date,
    add column mailed_seq bigint not null default 0`,
  `create index saved_searches_daily on saved_searches (mailed_day)
    where is_daily`,
  `create table deliveries (
    user_id bigint not null,
    search_id bigint not null,
    lot_id bigint not null,
    delivered_at timestamptz not null,
    primary key (user_id, search_id, lot_id),
    foreign key (user_id, search_id)
      references saved_searches (user_id, id) on delete cascade
  )`,
];
