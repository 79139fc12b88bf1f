import { sql, type Transaction } from "kysely";
import type { Config } from "../../platform/config";
import type { Reader, Tables } from "../../platform/database/tables";
import type { Context } from "../../workspace/context";
import { ssoLifetime } from "../cookies";
import { hashOf, isSecret, newSecret } from "../tokens";
import type { SsoPerson } from "./provider";

/**
 * Why a browser was sent to the provider: to log in, to connect the person to the signed-in
 * user, or to prove the user of the session again.
 */
export type SsoPurpose = "sign-in" | "connect" | "prove";

type SsoContext = Pick<Context, "database" | "clock">;

/** Stores a request for ten minutes and returns the secret for its cookie. */
export async function storeSsoRequest(
  { database, clock }: SsoContext,
  request: {
    purpose: SsoPurpose;
    /** The session that connects or proves; null to log in. */
    sessionId: string | null;
    /** The person whom the provider has named, and who is to be connected at the login. */
    person?: SsoPerson;
  },
): Promise<string> {
  const secret = newSecret();
  await database.kysely
    .insertInto("sso_requests")
    .values({
      hash: hashOf(secret),
      purpose: request.purpose,
      session_id: request.sessionId,
      issuer: request.person?.issuer ?? null,
      subject: request.person?.subject ?? null,
      person: request.person ? nameOf(request.person) : null,
      expires_at: new Date(clock.now().getTime() + ssoLifetime * 1000),
    })
    .execute();
  return secret;
}

/** Returns the text by which people recognize themselves. */
const nameOf = ({ name, email, subject }: SsoPerson): string =>
  ([name, email].filter(Boolean).join(", ") || subject).slice(0, 300);

/**
 * Uses up the request of a cookie, once among parallel calls. Returns undefined for a
 * request that is unknown, used or expired, or that waits for a login.
 */
export async function useSsoRequest(
  { database, clock }: SsoContext,
  secret: string | undefined,
): Promise<{ purpose: SsoPurpose; sessionId: string | null } | undefined> {
  if (!secret || !isSecret(secret)) return undefined;
  const used = await database.kysely
    .deleteFrom("sso_requests")
    .where("hash", "=", hashOf(secret))
    .where("subject", "is", null)
    .where("expires_at", ">", clock.now())
    .returning(["purpose", "session_id"])
    .executeTakeFirst();
  return used && { purpose: used.purpose, sessionId: used.session_id };
}

/** Returns the user of a person of the provider, or undefined. */
export const findIdentity = (
  db: Reader,
  { issuer, subject }: Pick<SsoPerson, "issuer" | "subject">,
) =>
  db
    .selectFrom("sso_identities")
    .innerJoin("users", "users.id", "sso_identities.user_id")
    .where("sso_identities.issuer", "=", issuer)
    .where("sso_identities.subject", "=", subject)
    .select([
      "users.id",
      "users.email_key",
      "users.user_type",
      "users.user_level",
      "users.role_id",
      "users.permissions",
    ])
    .executeTakeFirst();

/** Returns whether a user is connected to a person of the provider of the settings. */
export async function isConnected(
  db: Reader,
  { ssoIssuer }: Pick<Config, "ssoIssuer">,
  userId: string,
): Promise<boolean> {
  const identity = await db
    .selectFrom("sso_identities")
    .where("user_id", "=", userId)
    // Providers name themselves with or without the slash at the end.
    .where(sql<boolean>`rtrim(issuer, '/') = rtrim(${ssoIssuer}, '/')`)
    .select("user_id")
    .executeTakeFirst();
  return identity !== undefined;
}

/**
 * Connects a user to a person of the provider. Returns false if either of them is connected
 * otherwise.
 */
export async function connectIdentity(
  trx: Transaction<Tables>,
  {
    userId,
    person: { issuer, subject },
    now,
  }: {
    userId: string;
    person: WaitingPerson;
    now: Date;
  },
): Promise<boolean> {
  await trx
    .insertInto("sso_identities")
    .values({ user_id: userId, issuer, subject, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const user = await findIdentity(trx, { issuer, subject });
  return user?.id === userId;
}

/** A person whom the provider has named, and who is not connected to a user. */
export type WaitingPerson = Pick<SsoPerson, "issuer" | "subject">;

/** Returns the name of the person who waits for a login in this browser; else null. */
export async function readWaitingPerson(
  { database, clock }: SsoContext,
  secret: string | undefined,
): Promise<string | null> {
  if (!secret || !isSecret(secret)) return null;
  const request = await database.kysely
    .selectFrom("sso_requests")
    .where("hash", "=", hashOf(secret))
    .where("purpose", "=", "sign-in")
    .where("subject", "is not", null)
    .where("expires_at", ">", clock.now())
    .select("person")
    .executeTakeFirst();
  return request?.person ?? null;
}

/**
 * Uses up the request of a login that connects a person, and returns the person. It is used
 * up even if the login fails, so that a person who cannot be connected blocks no login.
 */
export async function useWaitingPerson(
  { database, clock }: SsoContext,
  secret: string | undefined,
): Promise<WaitingPerson | undefined> {
  if (!secret || !isSecret(secret)) return undefined;
  const used = await database.kysely
    .deleteFrom("sso_requests")
    .where("hash", "=", hashOf(secret))
    .where("purpose", "=", "sign-in")
    .where("expires_at", ">", clock.now())
    .returning(["issuer", "subject"])
    .executeTakeFirst();
  const { issuer, subject } = used ?? {};
  return issuer && subject ? { issuer, subject } : undefined;
}
