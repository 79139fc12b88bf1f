import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { Tables } from "../platform/database";
import { queueMail } from "../platform/mail";
import type { Context } from "../workspace/context";
import { failure } from "../platform/errors";
import {
  accessLifetime,
  deviceLifetime,
  refreshLifetime,
  ssoTokenOf,
} from "./cookies";
import { queueFactorMail } from "./factors/factorMails";
import { newDeviceMailKind } from "./factors/mailKinds";
import { storedRank } from "./ranks";
import { isSsoDemanded } from "./sso/enforcement";
import { connectIdentity, isConnected, useWaitingPerson } from "./sso/requests";
import { hashOf, isSecret, newSecret, refreshToken } from "./tokens";

export type SignInTokens = {
  accessToken: string;
  refreshToken: string;
  /** Proves on later sign-ins that this browser has signed in before. */
  deviceToken: string;
};

/** A user who has proved to be the owner of an account, and the browser. */
export type Visit = {
  userId: string;
  /** The device token, if the account has signed in with it before. */
  device: string | undefined;
  usesDemoPassword: boolean;
  address: string;
  userAgent: string;
  /** The cookie of a person of single sign-on whom this login connects. */
  ssoToken?: string | undefined;
  /** The provider of single sign-on has proved the user. */
  isBySso?: boolean;
};

export type Visitor = Pick<Visit, "address" | "userAgent" | "ssoToken">;

/** Returns the address, the program and the cookie of a visitor. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
  ssoToken: ssoTokenOf(request),
});

/**
 * Opens a session. A user who has signed in before gets a mail about a browser that is
 * not known. Throws sso_required for a user who may log in only by single sign-on, and
 * sso_refused if the waiting person cannot be connected to the user.
 */
export async function admitUser(
  trx: Transaction<Tables>,
  { clock, config, jobs }: Pick<Context, "clock" | "config" | "jobs">,
  visit: Visit,
): Promise<SignInTokens> {
  const now = clock.now();
  const { userId, device, address, userAgent } = visit;
  const user = await trx
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["last_login", "user_type", "user_level", "role_id"])
    .executeTakeFirstOrThrow();
  if (config.ssoIssuer !== "" && !visit.isBySso)
    await admitBesideSso(trx, { clock, config, jobs }, { visit, user });
  // Anybody may sign in with the public password.
  if (!device && user.last_login && !visit.usesDemoPassword)
    await queueMail(
      trx,
      { jobs, now },
      {
        userId,
        kind: newDeviceMailKind,
        data: { address, userAgent, at: now.toISOString() },
      },
    );
  return openSession(trx, {
    ...visit,
    mostSessions: config.sessionsPerUser,
    now,
  });
}

/** Connects the person who waits for this login; without one, asks the settings. */
async function admitBesideSso(
  trx: Transaction<Tables>,
  context: Pick<Context, "clock" | "config" | "jobs">,
  {
    visit: { userId, ssoToken },
    user,
  }: { visit: Visit; user: Parameters<typeof storedRank>[0] },
): Promise<void> {
  const now = context.clock.now();
  const person = await useWaitingPerson(trx, { secret: ssoToken, now });
  if (person) {
    if (!(await connectIdentity(trx, { userId, person, now })))
      throw failure("sso_refused");
    await queueFactorMail(trx, context, { userId, change: "ssoConnected" });
    return;
  }
  const isKnown = await isConnected(trx, userId);
  if (isSsoDemanded(context.config, storedRank(user), isKnown))
    throw failure("sso_required");
}

/** Returns the device token if the account has signed in with it before. */
export async function knownDevice(
  { database, clock }: Pick<Context, "database" | "clock">,
  account: string,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  if (!deviceToken || !isSecret(deviceToken)) return undefined;
  const device = await database.kysely
    .selectFrom("known_devices")
    .innerJoin("users", "users.id", "known_devices.user_id")
    .where("users.email_key", "=", account)
    .where("known_devices.hash", "=", hashOf(deviceToken))
    .where("known_devices.expires_at", ">", clock.now())
    .select("known_devices.hash")
    .executeTakeFirst();
  return device && deviceToken;
}

async function openSession(
  trx: Transaction<Tables>,
  options: Visit & { mostSessions: number; now: Date },
): Promise<SignInTokens> {
  const { userId, now } = options;
  const family = newSecret();
  const refresh = refreshToken(family);
  for (const table of ["sessions", "known_devices"] as const)
    await trx
      .deleteFrom(table)
      .where("user_id", "=", userId)
      .where("expires_at", "<=", now)
      .execute();
  const session = await trx
    .insertInto("sessions")
    .values({
      user_id: userId,
      family_hash: hashOf(family),
      refresh_hash: hashOf(refresh),
      uses_demo_password: options.usesDemoPassword,
      by_sso: options.isBySso ?? false,
      authenticated_at: now,
      address: options.address,
      user_agent: options.userAgent,
      created_at: now,
      expires_at: later(now, refreshLifetime),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("users")
    .set({ last_login: now })
    .where("id", "=", userId)
    .execute();
  // The lock of the user is held, so sign-ins at once count each other.
  await endUnusedSessions(trx, { userId, most: options.mostSessions });
  const deviceToken = options.device ?? newSecret();
  const expires_at = later(now, deviceLifetime);
  await trx
    .insertInto("known_devices")
    .values({ user_id: userId, hash: hashOf(deviceToken), expires_at })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "hash"]).doUpdateSet({ expires_at }),
    )
    .execute();
  const accessToken = await addAccessToken(trx, session.id, now);
  return { accessToken, refreshToken: refresh, deviceToken };
}

/** Ends the sessions of a user beyond `most`, beginning with the longest unused. */
const endUnusedSessions = (
  trx: Transaction<Tables>,
  { userId, most }: { userId: string; most: number },
): Promise<unknown> =>
  trx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        // The end moves on with each refresh.
        .orderBy("expires_at", "desc")
        .orderBy("id", "desc")
        .offset(most),
    )
    .execute();

/** Adds an access token to a session and deletes the expired ones. */
export async function addAccessToken(
  trx: Transaction<Tables>,
  sessionId: string,
  now: Date,
): Promise<string> {
  const token = newSecret();
  await trx
    .deleteFrom("access_tokens")
    .where("session_id", "=", sessionId)
    .where("expires_at", "<=", now)
    .execute();
  await trx
    .insertInto("access_tokens")
    .values({
      hash: hashOf(token),
      session_id: sessionId,
      expires_at: later(now, accessLifetime),
    })
    .execute();
  return token;
}

export const later = (now: Date, seconds: number): Date =>
  new Date(now.getTime() + seconds * 1000);
