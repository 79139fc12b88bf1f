import type { ColumnType, Generated } from "kysely";
import type { QuietHours } from "../../domain/quietHours";
import type {
  GeneratedId,
  Id,
  Json,
  NullableTimestamp,
  Timestamp,
} from "../platform/database/columnTypes";

declare module "../platform/database/tables" {
  interface Tables {
    users: {
      id: GeneratedId;
      email: string;
      /** The e-mail in lower case: the unique key of a login. */
      email_key: string;
      password_hash: string;
      full_name: string;
      company: string | null;
      country_id: number | null;
      city: string | null;
      address: string | null;
      mobile: string | null;
      office_phone: string | null;
      language_id: number | null;
      user_type: number;
      user_level: number;
      role_id: number;
      /** The dealer whose client this user is. */
      dealer_id: Id | null;
      /** The manager who looks after this user. */
      manager_id: Id | null;
      permissions: Json<Record<string, boolean>>;
      bid_email_notify: boolean;
      /** Whether alerts are sent by mail as well. */
      alert_mails: Generated<boolean>;
      /** Which alerts of watched lots the user wishes. */
      alert_day_before: Generated<boolean>;
      alert_hour_before: Generated<boolean>;
      alert_results: Generated<boolean>;
      quiet_hours: ColumnType<
        QuietHours | null,
        string | null | undefined,
        string | null
      >;
      invoice_link: string | null;
      /** A note of managers about a client. */
      note: ColumnType<string | null, string | undefined, string | null>;
      /** The client's number at the auction houses. */
      jas_client_id: ColumnType<
        string | null,
        string | undefined,
        string | null
      >;
      /** The port of destination and the currency of the prices that the user sees. */
      destination: ColumnType<
        string | null,
        string | null | undefined,
        string | null
      >;
      /** Null stands for yen. */
      currency: ColumnType<
        string | null,
        string | null | undefined,
        string | null
      >;
      last_login: NullableTimestamp;
      /** When the user proved to read the mails to this e-mail; null before. */
      email_verified_at: NullableTimestamp;
      /** When the user accepted the terms; null for users whom others have created. */
      terms_accepted_at: NullableTimestamp;
      /** The code by which somebody recommended the portal. */
      referral_code: ColumnType<
        string | null,
        string | null | undefined,
        string | null
      >;
      created_at: Timestamp;
      version: Generated<number>;
      /** The version of the person's own data, without settings and the note. */
      profile_version: Generated<number>;
      /** The version of what managers write about a client. */
      note_version: Generated<number>;
    };
    /** One login with its rotating refresh tokens. */
    sessions: {
      id: GeneratedId;
      user_id: Id;
      /** Hash of the common first part of the login's refresh tokens. */
      family_hash: string;
      refresh_hash: string;
      previous_refresh_hash: string | null;
      rotated_at: NullableTimestamp;
      expires_at: Timestamp;
      created_at: Timestamp;
      /** Whether the login used the public password of the demo accounts. */
      uses_demo_password: Generated<boolean>;
      /** When the user last proved to be the owner of the account. */
      authenticated_at: NullableTimestamp;
      /** Network address and program of the last sign-in or refresh. */
      address: ColumnType<string | null, string | undefined, string>;
      user_agent: Generated<string>;
      /** Whether the login was by single sign-on. */
      by_sso: Generated<boolean>;
      /** The hash of the browser's device token; null for logins of earlier versions. */
      device_hash: ColumnType<string | null, string | undefined, never>;
    };
    /** The authenticator app of a user. Both secrets are encrypted. */
    totp_factors: {
      user_id: Id;
      /** Null until the first right code. */
      secret: ColumnType<string | null, string | undefined, string>;
      /** The secret of an app that is being set up. */
      pending_secret: ColumnType<string | null, string, string | null>;
      /** The 30-second step of the last code, which counts once. */
      last_step: Generated<number>;
      created_at: Timestamp;
    };
    /** Hashed codes that each replace a second factor once. */
    recovery_codes: { user_id: Id; hash: string };
    passkeys: {
      id: GeneratedId;
      user_id: Id;
      credential_id: string;
      /** COSE key as base64url. */
      public_key: string;
      /** Uses, as the authenticator counts them; always 0 for most passkeys. */
      counter: ColumnType<string, number, number>;
      name: string;
      created_at: Timestamp;
      used_at: NullableTimestamp;
    };
    /** Hashed challenges that browsers have not signed yet. */
    passkey_challenges: {
      hash: string;
      /** The user who adds a passkey or confirms an action; null to sign in. */
      user_id: ColumnType<Id | null, string | null, never>;
      expires_at: Timestamp;
    };
    /** Sign-ins after the right password that wait for a second factor. */
    sign_in_ceremonies: {
      hash: string;
      user_id: Id;
      uses_demo_password: boolean;
      attempts: Generated<number>;
      expires_at: Timestamp;
    };
    access_tokens: {
      hash: string;
      session_id: Id;
      expires_at: Timestamp;
    };
    /** Browsers in which a user signed in before: their hashed device tokens. */
    known_devices: {
      user_id: Id;
      hash: string;
      expires_at: Timestamp;
    };
    /** Counted attempts (logins, codes) inside a window. */
    throttles: {
      key: string;
      count: number;
      window_ends_at: Timestamp;
    };
    /** Settings of the user interface by key. */
    user_preferences: {
      user_id: Id;
      key: string;
      value: Json<Record<string, unknown>>;
      updated_at: Timestamp;
    };
    /** The security log, which is only added to. */
    security_events: {
      id: GeneratedId;
      at: Timestamp;
      event: string;
      /** The account that the event is about; null for an unknown one. */
      user_id: Id | null;
      /** The signed-in user of the request. */
      actor_id: Id | null;
      /** The actor of an event without a user, such as the command line. */
      actor: string | null;
      address: string | null;
      request_id: string | null;
      detail: string | null;
    };
    /** Persons of the provider of single sign-on, by issuer and subject. */
    sso_identities: {
      user_id: Id;
      issuer: string;
      subject: string;
      created_at: Timestamp;
    };
    /** Hashed cookies of browsers that were sent to the provider, or wait for a login. */
    sso_requests: {
      hash: string;
      purpose: "sign-in" | "connect" | "prove";
      session_id: Id | null;
      issuer: string | null;
      subject: string | null;
      /** The name and e-mail that the login page shows of a person who waits for a login. */
      person: string | null;
      expires_at: Timestamp;
    };
    /** Requests for mails with a link, also for e-mails that nobody has. */
    link_requests: {
      id: GeneratedId;
      email_key: string;
      /** The kind of the mail. */
      kind: string;
      requested_at: Timestamp;
    };
    /** Hashed tokens of links in mails. */
    link_tokens: {
      hash: string;
      user_id: Id;
      purpose: string;
      /** The row that the link is about, such as a saved search. */
      subject: Generated<string>;
      expires_at: Timestamp;
    };
  }
}
