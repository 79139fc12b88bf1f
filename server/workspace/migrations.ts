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
  "039_record_files": [
    // A file belongs to one field of one record for ever. The record has it while `holder`
    // is set; without a holder the file is removed some time after `released_at`.
    `create table record_files (
      id bigint generated always as identity primary key,
      key text not null unique,
      name text not null,
      type text not null default '',
      size integer not null default 0,
      row_schema text not null,
      field text not null,
      uploader_id bigint not null,
      record_id bigint,
      holder bigint references records (id),
      started_at timestamptz not null,
      stored_at timestamptz,
      released_at timestamptz,
      check (holder is null or holder = record_id),
      check ((holder is null) = (released_at is not null)),
      check (record_id is null or stored_at is not null)
    )`,
    `create index record_files_holder on record_files (holder)
      where holder is not null`,
    `create index record_files_waiting on record_files (uploader_id)
      where record_id is null`,
    `create index record_files_released on record_files (released_at)
      where released_at is not null`,
    `create function keep_record_of_file() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and (new.row_schema <> old.row_schema
            or new.field <> old.field or new.key <> old.key
            or (old.record_id is not null
              and new.record_id is distinct from old.record_id)) then
          raise exception 'A file keeps its record and field.';
        end if;
        if new.holder is not null and not exists (select from records
            where id = new.holder and row_schema = new.row_schema) then
          raise exception 'A file belongs to a record of its row schema.';
        end if;
        return new;
      end $$`,
    `create trigger record_files_subject before insert or update on record_files
      for each row execute function keep_record_of_file()`,
  ],
  "041_created_records": [
    // Alerts find the rows of a schema that were added since their last check.
    `create index record_history_created on record_history (row_schema, seq)
      where action = 'create'`,
  ],
  "043_record_owners": [
    // The user to whom a record belongs, and the program as an author without an account.
    `alter table records
      add column owner_id bigint,
      alter column created_by drop not null,
      alter column updated_by drop not null`,
    `update records set owner_id = created_by`,
    `create function own_record() returns trigger language plpgsql as $$
      begin
        new.owner_id := coalesce(new.owner_id, new.created_by);
        return new;
      end $$`,
    `create trigger records_owner before insert on records
      for each row execute function own_record()`,
    `alter table record_history
      add column owner_id bigint,
      alter column user_id drop not null`,
    `update record_history set owner_id = user_id`,
  ],
  "050_taken_overlays": [
    // An exported edit outlives the first server that has it in its files.
    `alter table workspace_overlays add column taken_at timestamptz`,
  ],
};
