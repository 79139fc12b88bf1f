/**
 * Columns for the settlement of auctions: the place of a bid in its
 * group, the round of the group in which it was placed, and whether a manager
 * has to decide it. Bids that are already won do not count in the round of the
 * active bids. The indexes find lots and bids that are due.
 */
export const settlement = [
  `alter table bids
    add column group_rank integer,
    add column group_round integer,
    add column needs_decision boolean not null default false`,
  `update bids set group_round = case when bid_status in (1, 2) then 2 else 1 end
    where bid_group_id is not null`,
  `create index bids_of_group on bids (user_id, bid_group_id, group_round)
    where bid_group_id is not null`,
  `create index bids_undecided on bids (auction_at, id) where bid_status in (1, 2)`,
  `create index lots_upcoming on lots (auction_at) where status = 4532`,
];
