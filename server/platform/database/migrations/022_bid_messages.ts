/**
 * Messages about bids. A bid notes which sides have unread messages, so that
 * lists can filter and count by it without reading messages. The comment of a bid
 * becomes its first message; log entries keep the level of their author.
 */
export const bidMessages = [
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
  `alter table bids
    add column client_unread boolean not null default false,
    add column dealer_unread boolean not null default false,
    add column agent_unread boolean not null default false`,
  `create index bids_agent_unread on bids (id) where agent_unread`,
  `insert into bid_messages (user_id, bid_id, side, author_id, author_name, text, at)
    select bids.user_id, bids.id, 'client', users.id, users.full_name,
      bids.comment, bids.placed_at
    from bids join users on users.id = bids.user_id
    where trim(bids.comment) <> ''
    order by bids.id`,
  `alter table bids drop column comment`,
  `alter table bid_log add column actor_level smallint`,
  `update bid_log set actor_level =
      case when users.role_id = 1092 then 1092 else users.user_level end
    from users where users.id = bid_log.actor_id`,
];
