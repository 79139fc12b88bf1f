import type { Migrations } from "../platform/database";

const lotAreas = ["auction", "stock", "stats", "bikes", "bike_stats"];

/** The columns of a lot that the list of favourites shows. */
const shownOfLots = [
  "lot_no",
  "auction_at",
  "auction_day",
  "house_id",
  "maker_id",
  "model_id",
  "chassis_id",
  "condition_id",
  "gearbox_id",
  "color_id",
  "status",
  "year",
  "engine",
  "mileage",
  "start_price",
  "sold_price",
  "grade",
  "equip",
  "images",
];

/**
 * Lots, each area in a partition. `seq` changes with each write; `created_seq` is the
 * change number of the insert, which distinguishes a new lot from a changed one. It
 * follows `seq`, because the defaults of a row are computed in the order of the columns.
 */
const lots = [
  `create sequence lot_ids`,
  `create table lots (
    area text not null,
    id bigint not null default nextval('lot_ids'),
    seq bigint not null default nextval('change_seq'),
    source text not null,
    source_id text not null,
    lot_no text not null,
    auction_at timestamptz,
    auction_day date,
    house_id integer,
    maker_id integer,
    model_id integer,
    chassis_id integer,
    condition_id integer,
    gearbox_id integer,
    color_id integer,
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
    created_seq bigint default currval('change_seq'),
    primary key (area, id),
    unique (area, source, source_id)
  ) partition by list (area)`,
  ...lotAreas.map(
    (area) =>
      `create table lots_${area} partition of lots for values in ('${area.replace("_", "-")}')`,
  ),
  `create index lots_day on lots (area, auction_day)`,
  `create index lots_seq on lots (area, seq)`,
  `create index lots_model on lots (area, model_id, auction_day)`,
  `create index lots_maker on lots (area, maker_id, auction_day)`,
  `create index lots_number on lots (area, lot_no text_pattern_ops)`,
  `create index lots_equip on lots
    using gin (to_tsvector('simple', coalesce(equip, '')))`,
  // The lots of auctions to come.
  `create index lots_upcoming on lots (auction_at) where status = 4532`,
  // Sold lots for comparisons, latest first. Bikes have no chassis code.
  `create index lots_sold on lots (area, model_id, chassis_id, auction_day desc)
    include (year, id)
    where status in (4533, 4534) and sold_price > 0`,
  `create index lots_sold_engine on lots (area, model_id, engine, auction_day desc)
    include (year, id)
    where status in (4533, 4534) and sold_price > 0 and chassis_id is null`,
  // Earlier lots of the same car: by its chassis number, or by its features.
  `create index lots_serial on lots (chassis_id, (extra->>'serial'))
    where extra->>'serial' is not null`,
  `create index lots_alike on lots (chassis_id, year, color_id, mileage)`,
];

/** A removed favourite stays as a row, so that followers learn of the removal. */
const favorites = [
  `create table favorites (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    group_name text not null,
    lot_area text not null,
    lot_id bigint not null,
    added_at timestamptz not null,
    is_removed boolean not null default false,
    seq bigint not null default nextval('change_seq'),
    removed_at timestamptz,
    unique (user_id, group_name, lot_id)
  )`,
  `create index favorites_seq on favorites (seq)`,
  `create index favorites_lot on favorites (lot_id)`,
  `create index favorites_removed on favorites (removed_at) where is_removed`,
  `create view favorite_lots as
    select favorites.id, favorites.user_id, favorites.group_name,
      favorites.lot_area, favorites.lot_id, favorites.added_at,
      ${shownOfLots.map((name) => `lots.${name}`).join(", ")}
    from favorites join lots
      on lots.area = favorites.lot_area and lots.id = favorites.lot_id
    where not favorites.is_removed`,
];

const savedSearches = [
  `create table saved_searches (
    user_id bigint not null references users (id) on delete cascade,
    id bigint generated always as identity,
    type text not null,
    title text not null,
    params text not null,
    created_at timestamptz not null,
    checked_day date,
    checked_seq bigint not null default 0,
    notify text not null default 'none'
      check (notify in ('none', 'daily', 'now')),
    layout jsonb,
    is_shared boolean not null default false,
    seq bigint not null default nextval('change_seq'),
    primary key (user_id, id)
  )`,
  `create index saved_searches_type on saved_searches (type)`,
  `create index saved_searches_seq on saved_searches (seq)`,
  `create index saved_searches_shared on saved_searches (type) where is_shared`,
  `create index saved_searches_daily on saved_searches (checked_day)
    where notify = 'daily'`,
  `create index saved_searches_now on saved_searches (checked_seq)
    where notify = 'now'`,
  `create table default_views (
    user_id bigint not null references users (id) on delete cascade,
    type text not null,
    owner_id bigint,
    search_id bigint,
    seq bigint not null default nextval('change_seq'),
    primary key (user_id, type),
    foreign key (owner_id, search_id)
      references saved_searches (user_id, id) on delete cascade
  )`,
  `create index default_views_seq on default_views (seq)`,
];

/** Deliveries prevent a second alert about the same lot for the same reason. */
const alerts = [
  `create table deliveries (
    user_id bigint not null,
    subject_id bigint not null,
    lot_id bigint not null,
    delivered_at timestamptz not null,
    kind text not null,
    primary key (user_id, kind, subject_id, lot_id)
  )`,
  `create index deliveries_age on deliveries (delivered_at)`,
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
];

/** Notes, extra images, build dates and links of lots. */
const lotExtras = [
  `create table lot_notes (
    kind text not null,
    lot_id bigint not null,
    text text not null check (text <> ''),
    author_id bigint,
    updated_at timestamptz not null,
    primary key (kind, lot_id)
  )`,
  `create table extra_image_requests (
    user_id bigint not null references users (id) on delete cascade,
    kind text not null,
    lot_id bigint not null,
    requested_day date not null,
    due_at timestamptz not null,
    images text,
    state text not null default 'waiting'
      check (state in ('waiting', 'done', 'failed')),
    attempts integer not null default 0,
    primary key (user_id, kind, lot_id)
  )`,
  `create index extra_image_requests_due on extra_image_requests (due_at)
    where state = 'waiting'`,
  `create index extra_image_requests_day on extra_image_requests (requested_day)`,
  `create table production_months (
    chassis text not null,
    first_serial bigint not null,
    last_serial bigint not null check (last_serial >= first_serial),
    month date not null,
    details jsonb not null default '{}',
    primary key (chassis, first_serial)
  )`,
  `create table lot_shares (
    id text primary key,
    sharer_id bigint not null references users (id) on delete cascade,
    kind text not null,
    lot_id bigint not null,
    code text not null check (code ~ '^[0-9]{6}$'),
    expires_at timestamptz not null,
    image_key text,
    unique (sharer_id, kind, lot_id)
  )`,
  `create index lot_shares_expiry on lot_shares (expires_at)`,
];

/** Dictionaries and lots, and the tables of users for lots and lists. */
export const migrations: Migrations = {
  "004_catalog": [
    `create table terms (
      kind text not null,
      id integer not null,
      parent_id integer,
      name text not null,
      rank integer,
      primary key (kind, id)
    )`,
    `create unique index terms_name on terms (kind, coalesce(parent_id, 0), name)`,
    ...lots,
    ...favorites,
    ...savedSearches,
    ...alerts,
    ...lotExtras,
  ], // A lot has its present result. Results that another one has replaced are kept here.
  "012_offerings": [
    `alter table lots
      add column offering integer not null default 1,
      add column result_revision integer not null default 0,
      add column result_at timestamptz`,
    `create table lot_results (
      lot_id bigint not null,
      revision integer not null,
      offering integer not null,
      outcome smallint not null,
      price integer,
      winner text,
      sale_day date,
      at timestamptz not null,
      replaced_at timestamptz not null,
      primary key (lot_id, revision)
    )`,
  ],
  // A late result of an earlier offering has a revision that the present one may also have.
  "022_late_results": [
    `alter table lot_results drop constraint lot_results_pkey,
      add primary key (lot_id, offering, revision)`,
  ],
};
