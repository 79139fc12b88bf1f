/**
 * The status before a full group released a bid, so that the bid can become active
 * again. The indexes find released bids, bids that wait for a manager, and the bids on
 * lots by the beginning of their number.
 */
export const releasedBids = [
  `alter table bids add column released_from smallint`,
  `create index bids_released on bids (user_id, auction_at)
    where released_from is not null`,
  `create index bids_waiting on bids (id) where needs_decision`,
  `create index bids_by_lot_no on bids (lot_no text_pattern_ops)`,
];
