import { sql, type Kysely } from "kysely";

const lotAreas = ["auction", "stock", "stats", "bikes", "bike-stats"];

/** Users, sessions, dictionaries, lots and bids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const area of lotAreas) {
    const table = `lots_${area.replaceAll("-", "_")}`;
    await sql
      .raw(`create table ${table} partition of lots for values in ('${area}')`)
      .execute(db);
  }
}

const statements = [
  `create table users (
    id bigint generated always as identity primary key,
    email text not null,
    email_key text not null unique,
    password_hash text not null,
    full_name text not null,
    company text,
    country_id integer,
    city text,
    address text,
    mobile text,
    office_phone text,
    language_id integer,
    user_type integer not null,
    user_level integer not null,
    role_id integer not null,
    dealer_id bigint references users (id),
    manager_id bigint references users (id),
    permissions jsonb not null default '{}',
    bid_email_notify boolean not null default true,
    invoice_link text,
    last_login timestamptz,
    created_at timestamptz not null,
    version integer not null default 1
  )`,
  `create index users_dealer on users (dealer_id) where dealer_id is not null`,
  `create table accounts (
    user_id bigint primary key references users (id),
    balance integer not null default 0,
    credit_limit integer not null default 0,
    daily_bid_limit integer not null default 0,
    daily_uss_limit integer not null default 0
  )`,
  `create table sessions (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    family_hash text not null unique,
    refresh_hash text not null unique,
    previous_refresh_hash text,
    rotated_at timestamptz,
    expires_at timestamptz not null,
    created_at timestamptz not null
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_previous on sessions (previous_refresh_hash)`,
  `create table access_tokens (
    hash text primary key,
    session_id bigint not null references sessions (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index access_tokens_session on access_tokens (session_id)`,
  `create table throttles (
    key text primary key,
    count integer not null,
    window_ends_at timestamptz not null
  )`,
  `create table idempotency_keys (
    user_id bigint not null,
    key text not null,
    request_hash text not null,
    status integer not null,
    reply text not null,
    created_at timestamptz not null,
    primary key (user_id, key)
  )`,
  `create table terms (
    kind text not null,
    id integer not null,
    parent_id integer,
    name text not null,
    rank integer,
    primary key (kind, id)
  )`,
  `create unique index terms_name on terms (kind, coalesce(parent_id, 0), name)`,
  `create sequence lot_ids`,
  `create sequence change_seq`,
  `create table lots (
    area text not null,
    id bigint not null default nextval('lot_ids'),
    seq bigint not null default nextval('change_seq'),
    source text not null,
    source_id text not null,
    lot_no text not null,
    auction_at timestamptz,
    auction_day date,
    house_id smallint,
    maker_id smallint,
    model_id integer,
    chassis_id integer,
    condition_id smallint,
    gearbox_id smallint,
    color_id smallint,
    status smallint not null,
    year smallint,
    engine integer,
    mileage integer,
    start_price integer,
    average_price integer,
    sold_price integer,
    grade text collate "C",
    equip text,
    priv text,
    images text not null default '',
    extra jsonb not null default '{}',
    row_hash text not null,
    imported_at timestamptz not null,
    primary key (area, id),
    unique (area, source, source_id)
  ) partition by list (area)`,
  `create index lots_day on lots (area, auction_day)`,
  `create index lots_seq on lots (area, seq)`,
  `create index lots_model on lots (area, model_id, auction_day)`,
  `create index lots_maker on lots (area, maker_id, auction_day)`,
  `create index lots_number on lots (area, lot_no text_pattern_ops)`,
  `create index lots_equip on lots using gin (to_tsvector('simple', coalesce(equip, '')))`,
  `create sequence bid_ids`,
  `create table bids (
    user_id bigint not null,
    id bigint not null default nextval('bid_ids'),
    lot_area text not null,
    lot_id bigint not null,
    lot_no text not null,
    auction_at timestamptz,
    auction_day date,
    house_id smallint,
    maker_id smallint,
    model_id integer,
    chassis_id integer,
    condition_id smallint,
    gearbox_id smallint,
    color_id smallint,
    lot_status smallint not null,
    year smallint,
    engine integer,
    mileage integer,
    start_price integer,
    sold_price integer,
    grade text collate "C",
    equip text,
    images text not null default '',
    is_uss boolean not null default false,
    amount integer not null,
    bid_status smallint not null,
    bid_group_id integer,
    export_type_id integer,
    auto_bid boolean not null default false,
    adjustment_price integer,
    comment text,
    manager_id bigint,
    placed_day date not null,
    placed_at timestamptz not null,
    version integer not null default 1,
    primary key (user_id, id)
  )`,
  `create unique index bids_one_active on bids (user_id, lot_id) where bid_status in (1, 2)`,
  `create index bids_of_user on bids (user_id, bid_status, auction_at desc, id)`,
  `create index bids_by_status on bids (bid_status, auction_at desc, id)`,
  `create index bids_of_lot on bids (lot_id)`,
  `create index bids_by_id on bids (id)`,
  `create table bid_log (
    id bigint generated always as identity,
    user_id bigint not null,
    bid_id bigint not null,
    at timestamptz not null,
    actor_id bigint not null,
    actor_name text not null,
    actor_type integer not null,
    event text not null,
    amount integer,
    bid_status smallint,
    primary key (user_id, id)
  )`,
  `create index bid_log_of_bid on bid_log (user_id, bid_id, id)`,
  `create table bid_groups (
    id integer primary key,
    label text not null,
    cars integer not null
  )`,
  `insert into bid_groups (id, label, cars)
    values (1, 'A', 1), (2, 'B', 1), (3, 'C', 2), (4, 'D', 3), (5, 'E', 5)`,
  `create table facts (
    key text primary key,
    value text not null
  )`,
];
