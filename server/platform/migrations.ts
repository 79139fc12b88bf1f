import type { Migrations } from "./database";

/**
 * Tables that every area uses. `change_seq` gives the change numbers of rows that
 * followers read. The tables of the job queue are made by pg-boss.
 */
export const migrations: Migrations = {
  "001_platform": [
    `create sequence change_seq`,
    `create table tombstones (
      seq bigint primary key default nextval('change_seq'),
      topic text not null,
      place text not null,
      row_id bigint not null,
      moved_to text,
      buried_at timestamptz not null
    )`,
    `create index tombstones_age on tombstones (buried_at)`,
    `create table idempotency_keys (
      user_id bigint not null,
      key text not null,
      request_hash text not null,
      status integer not null,
      reply text not null,
      created_at timestamptz not null,
      primary key (user_id, key)
    )`,
    `create index idempotency_keys_age on idempotency_keys (created_at)`,
    `create table app_state (
      key text primary key,
      value text not null
    )`,
    `create table job_runs (
      id bigint generated always as identity primary key,
      job text not null,
      started_at timestamptz not null,
      ended_at timestamptz not null,
      attempt integer not null,
      outcome text not null,
      handled integer not null,
      error text
    )`,
    `create index job_runs_started on job_runs (started_at)`,
    // Identity adds the reference to users.
    `create table outbox (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      kind text not null,
      data jsonb not null default '{}',
      created_at timestamptz not null,
      state text not null default 'waiting',
      due_at timestamptz,
      attempts integer not null default 0,
      sent_at timestamptz,
      error text
    )`,
    `create index outbox_due on outbox (due_at) where due_at is not null`,
    `create index outbox_user on outbox (user_id)`,
    `create index outbox_age on outbox (created_at)`,
    `create function refuse_change() returns trigger language plpgsql as
      'begin raise exception ''rows of % are never changed'', tg_table_name; end'`,
  ],
  "009_idempotent_changes": [
    `alter table idempotency_keys add column changes text not null default '',
      alter column status set default 200`,
  ],
};
