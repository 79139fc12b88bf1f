import path from "node:path";
import { sql } from "kysely";
import { brokenUploadDays, openStorage, translationKey } from "../files";
import {
  retentionJob,
  type FolderRule,
  type Job,
  type RetentionRule,
} from "../platform/jobs";
import type { Context } from "../workspace/context";

/** Rows that have expired stay for a day, because clocks of servers may differ. */
const expired = 1;

/** Returns how long rows are kept. Tables without a rule are kept for ever. */
export const retentionRules = ({
  keepHistoryDays,
  keepMailsDays,
  keepSecurityDays,
}: Context["config"]): RetentionRule[] => [
  { table: "access_tokens", since: "expires_at", days: expired },
  // A refresh token is checked for reuse as long as its session can be refreshed.
  { table: "sessions", since: "expires_at", days: expired },
  { table: "known_devices", since: "expires_at", days: expired },
  { table: "link_tokens", since: "expires_at", days: expired },
  { table: "throttles", since: "window_ends_at", days: expired },
  { table: "idempotency_keys", since: "created_at", days: 2 },
  { table: "outbox", since: "created_at", days: keepMailsDays },
  {
    table: "alerts",
    since: "at",
    days: 60,
    where: sql`mail_due_at is null`,
  },
  // Without its delivery a result would be told again while the lot is watched.
  {
    table: "deliveries",
    since: "delivered_at",
    days: 90,
    where: sql`not exists (
      select from favorites where favorites.user_id = deliveries.user_id
        and favorites.lot_id = deliveries.lot_id and not is_removed)`,
  },
  {
    table: "favorites",
    since: "removed_at",
    days: 7,
    where: sql`is_removed`,
  },
  {
    table: "extra_image_requests",
    since: "requested_day",
    days: 90,
    where: sql`state <> 'waiting'`,
  },
  {
    table: "lot_shares",
    since: "expires_at",
    days: 0,
    file: sql.ref("image_key"),
  },
  {
    table: "sheet_translations",
    since: "due_at",
    days: 90,
    where: sql`state <> 'waiting'`,
    file: translationKey,
  },
  {
    table: "files",
    since: "started_at",
    days: brokenUploadDays,
    where: sql`stored_at is null`,
    file: sql.ref("key"),
  },
  { table: "record_history", since: "at", days: keepHistoryDays },
  { table: "security_events", since: "at", days: keepSecurityDays },
  { table: "job_runs", since: "started_at", days: 30 },
];

/** Returns how long files in the data directory are kept. */
const folderRules = ({
  dataDirectory,
  keepRejectsDays,
}: Context["config"]): FolderRule[] =>
  dataDirectory === ":memory:"
    ? []
    : [
        {
          folder: path.join(dataDirectory, "rejects"),
          name: /\.jsonl$/,
          days: keepRejectsDays,
        },
        // A killed program leaves the feed that it wrote.
        {
          folder: path.join(dataDirectory, "demo"),
          name: /\.json\.[\w-]+$/,
          days: 1,
        },
      ];

/** Makes the job that deletes what is kept for a time only. */
export const removeExpiredJob = ({
  database,
  clock,
  config,
}: Pick<Context, "database" | "clock" | "config">): Job =>
  retentionJob(
    { database, clock, storage: openStorage(config) },
    { rows: retentionRules(config), folders: folderRules(config) },
  );
