const columns = [
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
 * The wishlists. A removed favourite stays as a row, so that followers of changes learn
 * of the removal. The view joins favourites with their lots.
 */
export const favorites = [
  `create table favorites (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    group_name text not null,
    lot_area text not null,
    lot_id bigint not null,
    added_at timestamptz not null,
    is_removed boolean not null default false,
    seq bigint not null default nextval('change_seq'),
    unique (user_id, group_name, lot_id)
  )`,
  `create index favorites_seq on favorites (seq)`,
  `create index favorites_lot on favorites (lot_id)`,
  `create view favorite_lots as
    select favorites.id, favorites.user_id, favorites.group_name,
      favorites.lot_area, favorites.lot_id, favorites.added_at,
      ${columns.map((name) => `lots.${name}`).join(", ")}
    from favorites join lots
      on lots.area = favorites.lot_area and lots.id = favorites.lot_id
    where not favorites.is_removed`,
];
