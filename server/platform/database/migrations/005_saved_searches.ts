/** Searches that users saved. */
export const savedSearches = [
  `create table saved_searches (
    user_id bigint not null references users (id) on delete cascade,
    id bigint generated always as identity,
    type text not null,
    title text not null,
    params text not null,
    created_at timestamptz not null,
    primary key (user_id, id)
  )`,
  `create index saved_searches_type on saved_searches (type)`,
];
