/**
 * Saved views: searches with columns and a display, which their owner can share, and
 * the view with which a list opens for a user.
 */
export const savedViews = [
  `alter table saved_searches
    add column layout jsonb,
    add column is_shared boolean not null default false,
    add column seq bigint not null default nextval('change_seq')`,
  `create index saved_searches_seq on saved_searches (seq)`,
  `create index saved_searches_shared on saved_searches (type) where is_shared`,
  `create table default_views (
    user_id bigint not null references users (id) on delete cascade,
    type text not null,
    owner_id bigint,
    search_id bigint,
    seq bigint not null default nextval('change_seq'),
    primary key (user_id, type),
    foreign key (owner_id, search_id)
      references saved_searches (user_id, id) on delete cascade
  )`,
  `create index default_views_seq on default_views (seq)`,
];
