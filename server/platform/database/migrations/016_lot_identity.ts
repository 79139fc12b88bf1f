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
  "average_price",
  "sold_price",
  "grade",
  "equip",
  "priv",
  "images",
  "extra",
  "row_hash",
  "imported_at",
];

/** The areas of one kind: where a lot is first, and where its result is. */
const places = [
  ["auction", "stats"],
  ["bikes", "bike-stats"],
] as const;

/**
 * Identifies a lot by kind, source and source id: a lot that was imported into
 * two areas of its kind keeps its first id, which bids and links have, with the
 * later values. Tombstones tell followers of changes which rows left a place.
 */
export const lotIdentity = [
  ...places.flatMap(([first, second]) => [
    `update lots as kept set seq = nextval('change_seq'), ${columns
      .map((column) => `${column} = later.${column}`)
      .join(", ")}
    from lots as later
    where kept.area = '${first}' and later.area = '${second}'
      and kept.source = later.source and kept.source_id = later.source_id
      and later.imported_at > kept.imported_at`,
    `delete from lots as copy using lots as kept
    where kept.area = '${first}' and copy.area = '${second}'
      and kept.source = copy.source and kept.source_id = copy.source_id`,
  ]),
  `create table tombstones (
    seq bigint primary key default nextval('change_seq'),
    topic text not null,
    place text not null,
    row_id bigint not null,
    moved_to text,
    buried_at timestamptz not null
  )`,
  `create index tombstones_age on tombstones (buried_at)`,
];
