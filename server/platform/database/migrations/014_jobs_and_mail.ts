/**
 * Runs of background jobs, mails that wait to be sent, and the hashed tokens of
 * links in mails. The tables of the job queue itself are made by pg-boss.
 */
export const jobsAndMail = [
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
  `create table outbox (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
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
  `create table link_tokens (
    hash text primary key,
    user_id bigint not null references users (id) on delete cascade,
    purpose text not null,
    subject text not null default '',
    expires_at timestamptz not null
  )`,
  `create index link_tokens_user on link_tokens (user_id, purpose)`,
  `create index users_manager on users (manager_id) where manager_id is not null`,
];
