/** Browsers in which a user signed in before. */
export const knownDevices = [
  `create table known_devices (
    user_id bigint not null references users (id) on delete cascade,
    hash text not null,
    expires_at timestamptz not null,
    primary key (user_id, hash)
  )`,
];
