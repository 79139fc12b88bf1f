/** The values of a bid before and after each logged change. */
export const bidChanges = [
  `alter table bid_log add column before jsonb, add column after jsonb`,
];
