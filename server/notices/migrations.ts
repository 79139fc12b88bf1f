import type { Migrations } from "../platform/database";

/** Changes of records that notices are about, and mails that wait for them. */
export const migrations: Migrations = {
  "038_notices": [
    // The only row has the change number up to which the history was read.
    `create table notice_position (
      id boolean primary key default true check (id),
      seq bigint not null
    )`,
    `insert into notice_position (seq)
      select coalesce(max(seq), 0) from record_history`,
    `create table notice_days (
      resource text not null,
      notice text not null,
      day date not null,
      primary key (resource, notice)
    )`,
    `create table notice_rows (
      id bigint generated always as identity primary key,
      resource text not null,
      notice text not null,
      record_id bigint not null,
      actor_id bigint not null,
      user_id bigint,
      at timestamptz not null
    )`,
    `create index notice_rows_notice on notice_rows (resource, notice, id)`,
    `create index notice_rows_at on notice_rows (at)`,
    // Without a reference to users, whose locks could block the job that adds rows.
    `create table notice_waits (
      user_id bigint not null,
      resource text not null,
      notice text not null,
      from_id bigint,
      to_id bigint,
      first_at timestamptz not null,
      due_at timestamptz not null,
      primary key (user_id, resource, notice)
    )`,
    `create index notice_waits_due on notice_waits (due_at)`,
    `create index notice_waits_age on notice_waits (first_at)`,
  ],
  "044_notices_of_the_program": [
    `alter table notice_rows alter column actor_id drop not null`,
  ],
  // Of a notice on a difference: the values of its fields around the change.
  "057_notices_of_differences": [
    `alter table notice_rows add column before jsonb, add column after jsonb`,
  ],
};
