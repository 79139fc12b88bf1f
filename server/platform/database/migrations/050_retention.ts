/** Indexes for the job that deletes old rows, and the time at which a favourite was removed. */
export const retention = [
  `alter table favorites add column removed_at timestamptz`,
  `update favorites set removed_at = now() where is_removed`,
  `create index favorites_removed on favorites (removed_at) where is_removed`,
  `create index sessions_expiry on sessions (expires_at)`,
  `create index access_tokens_expiry on access_tokens (expires_at)`,
  `create index known_devices_expiry on known_devices (expires_at)`,
  `create index throttles_end on throttles (window_ends_at)`,
  `create index link_tokens_expiry on link_tokens (expires_at)`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
  `create index outbox_age on outbox (created_at)`,
  `create index deliveries_age on deliveries (delivered_at)`,
  `create index extra_image_requests_day on extra_image_requests (requested_day)`,
  `create index record_history_age on record_history (at)`,
  `create index sheet_translations_age on sheet_translations (due_at)
    where state <> 'waiting'`,
];
