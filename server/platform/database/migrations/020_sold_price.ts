/**
 * The sold price that a manager records for a bid; imports of the lot do not
 * overwrite it. Changes by the program itself have no actor.
 */
export const soldPrice = [
  `alter table bids add column manager_sold_price integer`,
  `alter table bid_log alter column actor_id drop not null`,
];
