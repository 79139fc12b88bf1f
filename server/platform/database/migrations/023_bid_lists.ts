/** The orders and the day of the lists of bids, for managers of all clients. */
export const bidLists = [
  `create index bids_by_placed on bids (placed_at desc nulls last, id)`,
  `create index bids_by_auction on bids (auction_at desc nulls last, id)`,
  `create index bids_soonest on bids (auction_at, id)`,
  `create index bids_by_day on bids (auction_day, bid_status)`,
];
