/** A won bid whose lot has a price within the client's maximum. */
const isPaid = `bids.bid_status = 6 and bids.sold_price between 1 and bids.amount`;

/**
 * Money as rows: entries of a ledger with two sides, holds for bids, and purchases.
 * The former balance becomes an opening entry. It already included the cars that
 * were won, so their prices are added to the opening and posted as purchases, and
 * each balance stays the same.
 */
export const money = [
  `create table ledger_entries (
    user_id bigint not null,
    id bigint generated always as identity,
    debit text not null,
    credit text not null,
    amount bigint not null check (amount > 0),
    balance_change bigint not null generated always as
      (case when credit = 'client' then amount else -amount end) stored,
    reason text not null
      check (reason in ('opening', 'remittance', 'purchase', 'reversal')),
    bid_id bigint,
    reverses_id bigint,
    value_day date,
    note text,
    actor_id bigint,
    actor_name text,
    at timestamptz not null,
    primary key (user_id, id),
    unique (user_id, reverses_id),
    check (debit in ('client', 'bank', 'purchases', 'opening')
      and credit in ('client', 'bank', 'purchases', 'opening')),
    check ((debit = 'client') <> (credit = 'client')),
    check ((reason = 'reversal') = (reverses_id is not null))
  )`,
  `create index ledger_entries_balance on ledger_entries (user_id)
    include (balance_change)`,
  `create unique index ledger_entries_opening on ledger_entries (user_id)
    where reason = 'opening'`,
  `create index ledger_entries_bid on ledger_entries (user_id, bid_id, id)
    where bid_id is not null`,
  `create table holds (
    user_id bigint not null,
    bid_id bigint not null,
    amount bigint not null check (amount >= 0),
    state text not null check (state in ('active', 'released', 'converted')),
    changed_at timestamptz not null,
    primary key (user_id, bid_id)
  )`,
  `create index holds_active on holds (user_id) include (amount)
    where state = 'active'`,
  `create table purchases (
    user_id bigint not null,
    id bigint generated always as identity,
    bid_id bigint not null,
    status smallint check (status between 1 and 8),
    purchased_at timestamptz not null,
    primary key (user_id, id),
    unique (user_id, bid_id)
  )`,
  `insert into ledger_entries (user_id, debit, credit, amount, reason, at)
    select user_id,
      case when opening > 0 then 'opening' else 'client' end,
      case when opening > 0 then 'client' else 'opening' end,
      abs(opening), 'opening', now()
    from (
      select user_id, balance + coalesce((
        select sum(bids.sold_price) from bids
        where bids.user_id = accounts.user_id and ${isPaid}), 0) as opening
      from accounts
    ) as opened
    where opening <> 0`,
  `insert into ledger_entries
      (user_id, debit, credit, amount, reason, bid_id, at)
    select user_id, 'client', 'purchases', sold_price, 'purchase', id, now()
    from bids where ${isPaid} order by user_id, id`,
  `insert into holds (user_id, bid_id, amount, state, changed_at)
    select user_id, id, amount,
      case when ${isPaid} then 'converted'
        else 'active' end,
      now()
    from bids where bid_status in (1, 2, 6)`,
  `insert into purchases (user_id, bid_id, purchased_at)
    select user_id, id, coalesce(auction_at, placed_at)
    from bids where bid_status = 6 order by user_id, id`,
  `alter table accounts drop column balance`,
];
