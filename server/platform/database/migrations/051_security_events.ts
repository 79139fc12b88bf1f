/**
 * The security log. Rows are never changed; the job `remove-expired` deletes old ones.
 * Users are not referenced, so that an entry outlives whatever it is about.
 */
export const securityEvents = [
  `create table security_events (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    event text not null,
    user_id bigint,
    actor_id bigint,
    address text,
    request_id text,
    detail text
  )`,
  `create index security_events_at on security_events (at)`,
  `create index security_events_user on security_events (user_id, at)`,
  `create function refuse_change() returns trigger language plpgsql as
    'begin raise exception ''rows of % are never changed'', tg_table_name; end'`,
  `create trigger security_events_stay before update or truncate on security_events
    for each statement execute function refuse_change()`,
];
