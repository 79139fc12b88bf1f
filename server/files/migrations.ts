import type { Migrations } from "../platform/database";

/**
 * Uploaded files and translated pictures, whose bytes are in the storage. A file without
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
    // Translated pictures of auction sheets, once for each picture and language.
    `create table sheet_translations (
      picture text not null,
      language text not null,
      address text not null,
      state text not null check (state in ('waiting', 'done', 'failed')),
      attempts integer not null default 0,
      due_at timestamptz not null,
      type text,
      primary key (picture, language)
    )`,
    `create index sheet_translations_due on sheet_translations (due_at)
      where state = 'waiting'`,
    `create index sheet_translations_age on sheet_translations (due_at)
      where state <> 'waiting'`,
  ],
};
