import type { Migrations } from "../platform/database";

/**
 * Published edits of declarations with their history, and rows of resources that keep
 * their data in the program.
 */
export const migrations: Migrations = {
  "002_workspace": [
    // Documents are json, not jsonb, because the order of their keys matters.
    `create table workspace_changes (
      id bigint generated always as identity primary key,
      resource text not null,
      kind text not null,
      undoes bigint references workspace_changes (id),
      author_id bigint,
      author_name text not null,
      at timestamptz not null,
      reason text not null,
      before json not null,
      after json not null,
      widened jsonb not null default '[]'
    )`,
    `create index workspace_changes_resource on workspace_changes (resource, id)`,
    `create index workspace_changes_undoes on workspace_changes (undoes)
      where undoes is not null`,
    `create table workspace_overlays (
      resource text primary key,
      base json not null,
      target json not null,
      version bigint not null references workspace_changes (id),
      is_exported boolean not null default false
    )`,
    `create table records (
      id bigint generated always as identity primary key,
      row_schema text not null,
      data jsonb not null,
      version integer not null default 1,
      created_at timestamptz not null,
      created_by bigint not null,
      updated_at timestamptz not null,
      updated_by bigint not null
    )`,
    `create index records_row_schema on records (row_schema, id)`,
    // It outlives the record, so that followers learn of removed records by its numbers.
    `create table record_history (
      id bigint generated always as identity primary key,
      seq bigint not null default nextval('change_seq'),
      row_schema text not null,
      record_id bigint not null,
      version integer not null,
      action text not null check (action in ('create', 'update', 'remove')),
      at timestamptz not null,
      user_id bigint not null,
      user_name text not null,
      before jsonb,
      after jsonb
    )`,
    `create index record_history_seq on record_history (seq)`,
    `create index record_history_record
      on record_history (row_schema, record_id, id desc)`,
    `create index record_history_age on record_history (at)`,
  ],
  "033_unique_records": [
    // The values that no other record of the row may have; without a rule, null.
    `alter table records add column unique_key text`,
    `create unique index records_unique_key on records (row_schema, unique_key)`,
  ],
  "036_record_imports": [
    // An undo is a batch of its own, and an import has one undo at most.
    `create table record_imports (
      id bigint generated always as identity primary key,
      resource text not null,
      row_schema text not null,
      at timestamptz not null,
      user_id bigint not null,
      user_name text not null,
      file_name text not null,
      undoes bigint unique references record_imports (id),
      added integer not null,
      changed integer not null,
      ended integer not null,
      removed integer not null,
      left_out integer not null,
      check (undoes is null or added + ended = 0),
      check (undoes is not null or removed = 0)
    )`,
    `create index record_imports_resource on record_imports (resource, id)`,
    `create index record_imports_age on record_imports (at)`,
    `alter table record_history
      add column import_id bigint references record_imports (id)`,
    `create index record_history_import on record_history (import_id, id)
      where import_id is not null`,
    // An import finds the last change of the rows of a schema.
    `create index record_history_last on record_history (row_schema, id)`,
  ],
};
