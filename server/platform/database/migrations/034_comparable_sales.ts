/** The sold lots of a model and chassis code, latest first, for comparisons. */
export const comparableSales = [
  `create index lots_sold on lots (area, model_id, chassis_id, auction_day desc)
    include (year, id)
    where status in (4533, 4534) and sold_price > 0`,
];
