import type { Migrations } from "../platform/database";

/** Quotes, their former prices and their links. */
export const migrations: Migrations = {
  "037_quotes": [
    `create table quotes (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      made_by_id bigint references users (id) on delete set null,
      made_by_name text not null,
      made_at timestamptz not null,
      row_schema text not null,
      lot_id bigint not null,
      title text not null,
      car jsonb not null,
      inputs jsonb not null,
      sale_day date,
      version integer not null default 1 check (version > 0),
      destination text not null,
      field text not null,
      basis text not null,
      amount integer not null check (amount > 0),
      total bigint,
      price jsonb not null,
      eta date,
      safety_days integer not null check (safety_days between 0 and 90),
      priced_at timestamptz not null,
      priced_by_name text not null,
      told jsonb not null,
      checked_day date not null,
      checked_tables text not null,
      mail_due_at timestamptz
    )`,
    `create index quotes_of_user on quotes (user_id, made_at)`,
    `create index quotes_made_by on quotes (made_by_id)
      where made_by_id is not null`,
    `create index quotes_priced_at on quotes (priced_at)`,
    `create index quotes_checked on quotes (checked_day, id)`,
    `create index quotes_mail_due on quotes (mail_due_at)
      where mail_due_at is not null`,
    `create table quote_revisions (
      quote_id bigint not null references quotes (id) on delete cascade,
      version integer not null,
      total bigint,
      price jsonb not null,
      eta date,
      safety_days integer not null,
      priced_at timestamptz not null,
      priced_by_name text not null,
      primary key (quote_id, version)
    )`,
    `create table quote_links (
      id bigint generated always as identity primary key,
      quote_id bigint not null references quotes (id) on delete cascade,
      digest text not null unique,
      expires_at timestamptz not null,
      ended_at timestamptz
    )`,
    `create unique index quote_links_live on quote_links (quote_id)
      where ended_at is null`,
    `create index quote_links_quote on quote_links (quote_id)`,
    `create index quote_links_expiry on quote_links (expires_at)`,
  ],
  "049_quote_states": [
    // The quote beside the prices of its last check; null until the first one. Servers of the
    // former release write none.
    `alter table quotes add column state text check (state in
      ('valid', 'priceChanged', 'rulesChanged', 'ends', 'unknown'))`,
    `create index quotes_unchecked on quotes (id) where state is null`,
  ],
};
