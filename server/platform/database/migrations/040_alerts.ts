/**
 * Alerts about new lots of saved searches and about watched lots. A search is checked
 * daily or at once. Deliveries prevent a second alert about the same lot for the same
 * reason. Queued daily mails become alert mails.
 */
export const alerts = [
  `alter table saved_searches
    add column notify text not null default 'none'
      check (notify in ('none', 'daily', 'now'))`,
  `update saved_searches set notify = 'daily' where is_daily`,
  `alter table saved_searches drop column is_daily`,
  `alter table saved_searches rename column mailed_day to checked_day`,
  `alter table saved_searches rename column mailed_seq to checked_seq`,
  `create index saved_searches_daily on saved_searches (checked_day)
    where notify = 'daily'`,
  `create index saved_searches_now on saved_searches (checked_seq)
    where notify = 'now'`,
  `alter table deliveries
    drop constraint deliveries_pkey,
    drop constraint deliveries_user_id_search_id_fkey,
    add column kind text not null default 'search'`,
  `alter table deliveries rename column search_id to subject_id`,
  `alter table deliveries
    alter column kind drop default,
    add primary key (user_id, kind, subject_id, lot_id)`,
  `create table alerts (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    kind text not null,
    title text not null,
    list_type text not null,
    search_id bigint,
    lot_id bigint,
    total integer not null,
    lots jsonb not null,
    auction_at timestamptz,
    price integer,
    at timestamptz not null,
    mail_due_at timestamptz,
    read_at timestamptz,
    seq bigint not null default nextval('change_seq')
  )`,
  `create index alerts_of_user on alerts (user_id, at)`,
  `create index alerts_unread on alerts (user_id) where read_at is null`,
  `create index alerts_mail_due on alerts (mail_due_at)
    where mail_due_at is not null`,
  `create index alerts_seq on alerts (seq)`,
  `create index alerts_at on alerts (at)`,
  `alter table users
    add column alert_mails boolean not null default true,
    add column alert_day_before boolean not null default true,
    add column alert_hour_before boolean not null default true,
    add column alert_results boolean not null default true,
    add column quiet_hours jsonb`,
  `insert into alerts (user_id, kind, title, list_type, search_id, total, lots, at, mail_due_at)
    select user_id, 'new-lots', data ->> 'title', data ->> 'type',
      (data ->> 'searchId')::bigint, (data ->> 'total')::int, data -> 'lots',
      created_at, created_at
    from outbox where kind = 'daily-search' and state = 'waiting' order by id`,
  `delete from outbox where kind = 'daily-search' and state = 'waiting'`,
  `update outbox set kind = 'alerts', data = '{"alertIds":[]}'
    where kind = 'daily-search'`,
];
