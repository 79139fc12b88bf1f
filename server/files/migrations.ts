import type { Migrations } from "../platform/database";

/**
 * Files that users uploaded. Their bytes are in the storage under `key`. A row without
 * `stored_at` is an upload that is still arriving or that broke.
 */
export const migrations: Migrations = {
  "008_files": [
    `create table files (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users (id) on delete cascade,
      key text not null unique,
      name text not null,
      type text not null default '',
      size integer not null default 0,
      started_at timestamptz not null,
      stored_at timestamptz
    )`,
    `create index files_of_owner on files (owner_id)`,
    `create index files_arriving on files (started_at) where stored_at is null`,
  ],
};
