import type { Migrations } from "../platform/database";
import { bidLogStays } from "./sealedLog";

/** Bids with the columns that they copy from their lots. */
const bids = [
  `create sequence bid_ids`,
  `create table bids (
    user_id bigint not null,
    id bigint not null default nextval('bid_ids'),
    lot_area text not null,
    lot_id bigint not null,
    lot_no text not null,
    auction_at timestamptz,
    auction_day date,
    house_id integer,
    maker_id integer,
    model_id integer,
    chassis_id integer,
    condition_id integer,
    gearbox_id integer,
    color_id integer,
    lot_status smallint not null,
    year smallint,
    engine integer,
    mileage integer,
    start_price integer,
    sold_price integer,
    grade text collate "C",
    equip text,
    images text not null default '',
    is_uss boolean not null default false,
    amount integer not null,
    bid_status smallint not null,
    bid_group_id integer,
    export_type_id integer,
    auto_bid boolean not null default false,
    adjustment_price integer,
    manager_id bigint,
    placed_day date not null,
    placed_at timestamptz not null,
    version integer not null default 1,
    seq bigint not null default nextval('change_seq'),
    extra jsonb not null default '{}',
    manager_sold_price integer,
    group_rank integer,
    group_round integer,
    needs_decision boolean not null default false,
    client_unread boolean not null default false,
    dealer_unread boolean not null default false,
    agent_unread boolean not null default false,
    released_from smallint,
    primary key (user_id, id)
  )`,
  `create unique index bids_one_active on bids (user_id, lot_id)
    where bid_status in (1, 2)`,
  `create index bids_seq on bids (seq)`,
  `create index bids_by_id on bids (id)`,
  `create index bids_of_lot on bids (lot_id)`,
  // Lists of a client, and of managers over all clients.
  `create index bids_of_user on bids (user_id, bid_status, auction_at desc, id)`,
  `create index bids_by_status on bids (bid_status, auction_at desc, id)`,
  `create index bids_by_placed on bids (placed_at desc nulls last, id)`,
  `create index bids_by_auction on bids (auction_at desc nulls last, id)`,
  `create index bids_soonest on bids (auction_at, id)`,
  `create index bids_by_day on bids (auction_day, bid_status)`,
  `create index bids_by_lot_no on bids (lot_no text_pattern_ops)`,
  `create index bids_agent_unread on bids (id) where agent_unread`,
  // Settlement of auctions.
  `create index bids_of_group on bids (user_id, bid_group_id, group_round)
    where bid_group_id is not null`,
  `create index bids_undecided on bids (auction_at, id)
    where bid_status in (1, 2)`,
  `create index bids_released on bids (user_id, auction_at)
    where released_from is not null`,
  `create index bids_waiting on bids (id) where needs_decision`,
];

/**
 * Messages about bids. A bid notes which sides have unread messages, so that lists can
 * filter and count by it without reading messages.
 */
const messages = [
  `create table bid_messages (
    user_id bigint not null,
    id bigint generated always as identity,
    bid_id bigint not null,
    side text not null,
    author_id bigint not null,
    author_name text not null,
    text text not null,
    at timestamptz not null,
    primary key (user_id, id)
  )`,
  `create index bid_messages_of_bid on bid_messages (user_id, bid_id, id)`,
  `create table bid_reads (
    user_id bigint not null,
    bid_id bigint not null,
    side text not null,
    message_id bigint not null,
    primary key (user_id, bid_id, side)
  )`,
];

/** Bids with their log, groups and messages, and news of them that wait for a mail. */
export const migrations: Migrations = {
  "006_bidding": [
    ...bids,
    `create table bid_log (
      id bigint generated always as identity,
      user_id bigint not null,
      bid_id bigint not null,
      at timestamptz not null,
      actor_id bigint,
      actor_name text not null,
      actor_type integer not null,
      event text not null,
      amount integer,
      bid_status smallint,
      before jsonb,
      after jsonb,
      actor_level smallint,
      primary key (user_id, id)
    )`,
    `create index bid_log_of_bid on bid_log (user_id, bid_id, id)`,
    `create table bid_groups (
      id integer primary key,
      label text not null,
      cars integer not null
    )`,
    `insert into bid_groups (id, label, cars)
      values (1, 'A', 1), (2, 'B', 1), (3, 'C', 2), (4, 'D', 3), (5, 'E', 5)`,
    ...messages,
    `create table bid_news (
      recipient_id bigint not null,
      user_id bigint not null,
      bid_id bigint not null,
      kind text not null check (kind in ('change', 'message')),
      -- The time of an entry cannot say what a mail has told: it is taken before the locks.
      first_id bigint not null,
      due_at timestamptz not null,
      primary key (recipient_id, bid_id, kind)
    )`,
    `create index bid_news_due on bid_news (due_at)`,
    `create index bid_news_bid on bid_news (bid_id)`,
  ],
  // A lot that is offered again takes new bids. Its earlier bids stay as they are.
  "013_bids_of_offerings": [
    `alter table bids add column offering integer not null default 1`,
    `drop index bids_one_active`,
    `create unique index bids_one_active on bids (user_id, lot_id, offering)
      where bid_status in (1, 2)`,
  ],
  // Settlement by revisions of results. Release 0.2 could let two bids win one car: the
  // older wins of a lot become wins of earlier offerings, and keep their money.
  "014_settlement": [
    `alter table bids
      add column result_revision integer not null default 0,
      add column decided_revision integer not null default 0,
      add column decision_reason text,
      add column won_price integer check (won_price > 0)`,
    `update bids set decision_reason = 'overdue'
      where needs_decision and bid_status in (1, 2)`,
    `update bids set won_price = debts.amount from ledger_entries as debts
      where bid_status = 6 and manager_sold_price is null
        and debts.user_id = bids.user_id and debts.bid_id = bids.id
        and debts.reason = 'purchase' and not exists (
          select from ledger_entries as reversals
          where reversals.user_id = debts.user_id
            and reversals.reverses_id = debts.id)`,
    // Prices that were not booked yet are due.
    `update bids set decided_revision = -1, needs_decision = false
      where bid_status = 6 and manager_sold_price is null
        and sold_price is distinct from won_price`,
    `update bids set offering = 1 - earlier.place
      from (
        select user_id, id,
          row_number() over (partition by lot_id order by id desc) - 1 as place
        from bids where bid_status = 6
      ) as earlier
      where bids.user_id = earlier.user_id and bids.id = earlier.id
        and earlier.place > 0`,
    `alter table bid_log add column reason text`,
    `create unique index bids_one_winner on bids (lot_id, offering)
      where bid_status = 6`,
    `create index bids_new_result on bids (id)
      where result_revision > decided_revision and bid_status not in (1, 2)
        and (bid_status = 6 or decision_reason is not null
          or extra->>'winningBid' = id::text)`,
  ],
  "017_sealed_log": [...bidLogStays],
  // In release 0.2 each bid of a group has its own hold. The settlement replaces them.
  "020_group_holds": [
    `alter table bids add column hold_due boolean not null default false`,
    `update bids set hold_due = true
      where bid_group_id is not null and bid_status in (1, 2, 6)`,
    `create index bids_hold_due on bids (user_id) where hold_due`,
  ],
  // The settlement and the cockpit find their bids without reading all others.
  "021_due_bids": [
    `create index bids_ended on bids (id)
      where bid_status in (1, 2) and (result_revision > decided_revision
        or lot_status in (4533, 4534, 4535, 4536, 4537))`,
    `create index bids_won_in_groups on bids (user_id, bid_group_id, group_round)
      where bid_status = 6 and bid_group_id is not null`,
    `create index bids_open_in_groups on bids (user_id, bid_group_id, group_round, id)
      where bid_status in (1, 2) and bid_group_id is not null`,
    `create index bids_open_orders on bids (id)
      where lot_area = 'stock' and bid_status in (1, 2)`,
    `drop index bids_released`,
    `create index bids_released on bids (user_id)
      where released_from is not null and bid_status = 5 and lot_status = 4532`,
  ],
  "023_bid_references": [
    `alter table bids add foreign key (user_id) references users (id)`,
    ...["bid_messages", "bid_reads", "bid_news"].map(
      (table) => `alter table ${table}
        add foreign key (user_id, bid_id) references bids (user_id, id)`,
    ),
  ],
  "032_confirmed_bids": [
    `alter table bids
      add column needs_confirmation boolean not null default false`,
  ],
};
