/** The sold lots of a model and displacement, latest first. Lots of bikes have no chassis code. */
export const comparableBikes = [
  `create index lots_sold_engine on lots (area, model_id, engine, auction_day desc)
    include (year, id)
    where status in (4533, 4534) and sold_price > 0 and chassis_id is null`,
];
