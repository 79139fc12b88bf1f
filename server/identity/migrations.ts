import type { Migrations } from "../platform/database";

/** Users, their sessions and settings, and the security log. */
export const migrations: Migrations = {
  "003_identity": [
    `create table users (
      id bigint generated always as identity primary key,
      email text not null,
      email_key text not null unique,
      password_hash text not null,
      full_name text not null,
      company text,
      country_id integer,
      city text,
      address text,
      mobile text,
      office_phone text,
      language_id integer,
      user_type integer not null,
      user_level integer not null,
      role_id integer not null,
      dealer_id bigint references users (id),
      manager_id bigint references users (id),
      permissions jsonb not null default '{}',
      bid_email_notify boolean not null default true,
      invoice_link text,
      last_login timestamptz,
      created_at timestamptz not null,
      version integer not null default 1,
      note text,
      jas_client_id text,
      alert_mails boolean not null default true,
      alert_day_before boolean not null default true,
      alert_hour_before boolean not null default true,
      alert_results boolean not null default true,
      quiet_hours jsonb
    )`,
    `create index users_dealer on users (dealer_id) where dealer_id is not null`,
    `create index users_manager on users (manager_id)
      where manager_id is not null`,
    `alter table outbox
      add foreign key (user_id) references users (id) on delete cascade`,
    `create table sessions (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id),
      family_hash text not null unique,
      refresh_hash text not null unique,
      previous_refresh_hash text,
      rotated_at timestamptz,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      uses_demo_password boolean not null default false
    )`,
    `create index sessions_user on sessions (user_id)`,
    `create index sessions_previous on sessions (previous_refresh_hash)`,
    `create index sessions_expiry on sessions (expires_at)`,
    `create table access_tokens (
      hash text primary key,
      session_id bigint not null references sessions (id) on delete cascade,
      expires_at timestamptz not null
    )`,
    `create index access_tokens_session on access_tokens (session_id)`,
    `create index access_tokens_expiry on access_tokens (expires_at)`,
    `create table known_devices (
      user_id bigint not null references users (id) on delete cascade,
      hash text not null,
      expires_at timestamptz not null,
      primary key (user_id, hash)
    )`,
    `create index known_devices_expiry on known_devices (expires_at)`,
    `create table link_tokens (
      hash text primary key,
      user_id bigint not null references users (id) on delete cascade,
      purpose text not null,
      subject text not null default '',
      expires_at timestamptz not null
    )`,
    `create index link_tokens_user on link_tokens (user_id, purpose)`,
    `create index link_tokens_expiry on link_tokens (expires_at)`,
    `create table throttles (
      key text primary key,
      count integer not null,
      window_ends_at timestamptz not null
    )`,
    `create index throttles_end on throttles (window_ends_at)`,
    `create table user_preferences (
      user_id bigint not null references users (id) on delete cascade,
      key text not null,
      value jsonb not null,
      updated_at timestamptz not null,
      primary key (user_id, key)
    )`,
    // Users are not referenced, so that an entry outlives whatever it is about. The job
    // `remove-expired` deletes old entries.
    `create table security_events (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      event text not null,
      user_id bigint,
      actor_id bigint,
      address text,
      request_id text,
      detail text,
      actor text
    )`,
    `create index security_events_at on security_events (at)`,
    `create index security_events_user on security_events (user_id, at)`,
    `create trigger security_events_stay
      before update or truncate on security_events
      for each statement execute function refuse_change()`,
  ],
  // Administrators of release 0.2 correct outcomes and move money; managers are given the
  // rights.
  "015_rights": [
    `update users set permissions = permissions
        || '{"correctOutcome": true, "moneyManage": true}'
      where user_type = 3 and user_level = 991`,
  ],
  "019_close_right": [
    `update users set permissions = permissions || '{"moneyClose": true}'
      where user_type = 3 and user_level = 991`,
  ],
  "025_sign_up": [
    `alter table users
      add column email_verified_at timestamptz,
      add column terms_accepted_at timestamptz,
      add column referral_code text`,
    // Administrators have typed the e-mails of all users before.
    `update users set email_verified_at = created_at`,
    `create table link_requests (
      id bigint generated always as identity primary key,
      email_key text not null,
      kind text not null,
      requested_at timestamptz not null
    )`,
    `create index link_requests_time on link_requests (requested_at)`,
  ],
  "026_factors": [
    `alter table sessions
      add column authenticated_at timestamptz,
      add column address text,
      add column user_agent text not null default ''`,
    `update sessions set authenticated_at = created_at`,
    // The secret counts after the first right code; until then it is pending.
    `create table totp_factors (
      user_id bigint primary key references users (id) on delete cascade,
      secret text,
      pending_secret text,
      last_step integer not null default 0,
      created_at timestamptz not null,
      check (secret is not null or pending_secret is not null)
    )`,
    `create table recovery_codes (
      user_id bigint not null references users (id) on delete cascade,
      hash text not null,
      primary key (user_id, hash)
    )`,
    `create table passkeys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      name text not null,
      created_at timestamptz not null,
      used_at timestamptz
    )`,
    `create index passkeys_user on passkeys (user_id)`,
    `create table passkey_challenges (
      hash text primary key,
      user_id bigint references users (id) on delete cascade,
      expires_at timestamptz not null
    )`,
    `create index passkey_challenges_expiry on passkey_challenges (expires_at)`,
    `create index passkey_challenges_user on passkey_challenges (user_id)
      where user_id is not null`,
    `create table sign_in_ceremonies (
      hash text primary key,
      user_id bigint not null references users (id) on delete cascade,
      uses_demo_password boolean not null,
      attempts integer not null default 0,
      expires_at timestamptz not null
    )`,
    `create index sign_in_ceremonies_user on sign_in_ceremonies (user_id)`,
    `create index sign_in_ceremonies_expiry on sign_in_ceremonies (expires_at)`,
  ],
  // A person's settings are no conflict for a manager's note about the person.
  "028_own_versions": [
    `alter table users
      add column profile_version integer not null default 1,
      add column note_version integer not null default 1`,
  ],
  "031_sso": [
    `alter table sessions add column by_sso boolean not null default false`,
    `create table sso_identities (
      user_id bigint not null references users (id) on delete cascade,
      issuer text not null,
      subject text not null,
      created_at timestamptz not null,
      primary key (issuer, subject),
      unique (user_id, issuer)
    )`,
    `create table sso_requests (
      hash text primary key,
      purpose text not null check (purpose in ('sign-in', 'connect', 'prove')),
      session_id bigint references sessions (id) on delete cascade,
      issuer text,
      subject text,
      expires_at timestamptz not null,
      check ((issuer is null) = (subject is null)),
      check ((purpose = 'sign-in') = (session_id is null))
    )`,
    `create index sso_requests_expiry on sso_requests (expires_at)`,
    `create index sso_requests_session on sso_requests (session_id)
      where session_id is not null`,
  ],
  "034_sign_ins": [
    `alter table sessions add column device_hash text`,
    `alter table sso_requests add column person text`,
    `create index known_devices_hash on known_devices (hash)`,
    `create index users_unconfirmed on users (created_at)
      where email_verified_at is null and terms_accepted_at is not null`,
  ],
  "035_choices": [
    `alter table users
      add column destination text,
      add column currency text`,
  ],
};
