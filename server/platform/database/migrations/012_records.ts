/**
 * Rows of resources that keep their data in the program. The history outlives
 * the row, so that followers learn of removed rows by its change numbers.
 */
export const records = [
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
];
