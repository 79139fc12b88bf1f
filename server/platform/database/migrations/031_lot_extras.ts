/** Requests of users for extra images of lots, and the table of production months. */
export const lotExtras = [
  `create table extra_image_requests (
    user_id bigint not null references users (id) on delete cascade,
    kind text not null,
    lot_id bigint not null,
    requested_day date not null,
    due_at timestamptz not null,
    images text,
    primary key (user_id, kind, lot_id)
  )`,
  `create index extra_image_requests_due on extra_image_requests (due_at)
    where images is null`,
  `create table production_months (
    chassis text not null,
    first_serial bigint not null,
    last_serial bigint not null check (last_serial >= first_serial),
    month date not null,
    details jsonb not null default '{}',
    primary key (chassis, first_serial)
  )`,
];
