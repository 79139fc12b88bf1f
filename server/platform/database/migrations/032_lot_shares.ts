/** Links by which strangers with the access code see a lot. */
export const lotShares = [
  `create table lot_shares (
    id text primary key,
    sharer_id bigint not null references users (id) on delete cascade,
    kind text not null,
    lot_id bigint not null,
    code text not null check (code ~ '^[0-9]{6}$'),
    expires_at timestamptz not null,
    image_key text,
    unique (sharer_id, kind, lot_id)
  )`,
  `create index lot_shares_expiry on lot_shares (expires_at)`,
];
