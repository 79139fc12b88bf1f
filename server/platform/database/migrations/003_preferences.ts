/** Settings of the user interface, stored for each user. */
export const preferences = [
  `create table user_preferences (
    user_id bigint not null references users (id) on delete cascade,
    key text not null,
    value jsonb not null,
    updated_at timestamptz not null,
    primary key (user_id, key)
  )`,
];
