/** Bids that somebody is to be told of by mail, until the mail is queued. */
export const bidNews = [
  `create table bid_news (
    recipient_id bigint not null,
    user_id bigint not null,
    bid_id bigint not null,
    kind text not null check (kind in ('change', 'message')),
    since timestamptz not null,
    due_at timestamptz not null,
    primary key (recipient_id, bid_id, kind)
  )`,
  `create index bid_news_due on bid_news (due_at)`,
  `create index bid_news_bid on bid_news (bid_id)`,
];
