/** Copies lot fields without a bid column of their own onto bids. */
export const bidExtra = [
  `alter table bids add column extra jsonb not null default '{}'`,
  `update bids
    set extra = lots.extra || jsonb_strip_nulls(jsonb_build_object(
      'priv', lots.priv, 'averagePrice', lots.average_price))
    from lots
    where lots.area = bids.lot_area and lots.id = bids.lot_id`,
];
