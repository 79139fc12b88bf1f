import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { userLevels } from "../../domain/access";
import type { Config } from "../platform/config";
import type { Tables } from "../platform/database";
import { queueMail } from "../platform/mail";
import type { Context } from "../workspace/context";
import { failure } from "../platform/errors";
import { accessLifetime, deviceLifetime, refreshLifetime } from "./cookies";
import { queueFactorMail } from "./factors/factorMails";
import { newDeviceMailKind } from "./factors/mailKinds";
import { storedRank } from "./ranks";
import { isSsoDemanded } from "./sso/enforcement";
import {
  connectIdentity,
  isConnected,
  type WaitingPerson,
} from "./sso/requests";
import type { NoteSecurity } from "./securityLog";
import { countAttempt } from "./throttle";
import { hashOf, isSecret, newSecret, refreshToken } from "./tokens";

export type SignInTokens = {
  accessToken: string;
  refreshToken: string;
  /** Proves on later sign-ins that this browser has signed in before. */
  deviceToken: string;
};

/** The browser of a login. */
export type Device = {
  /** The token of its cookie, if any account has signed in with it before. */
  token: string | undefined;
  /** Whether this account has. */
  isKnown: boolean;
};

/** A user who has proved to be the owner of an account, and the browser. */
export type Visit = {
  userId: string;
  device: Device;
  usesDemoPassword: boolean;
  address: string;
  userAgent: string;
  /** The person of single sign-on whom the user connects by this login. */
  person?: WaitingPerson | undefined;
  /** The provider of single sign-on has proved the user. */
  isBySso?: boolean;
  note: NoteSecurity;
};

export type Visitor = Pick<Visit, "address" | "userAgent">;

/** Returns the address and the program of a visitor. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
});

/** Right logins of one user in a minute, each of which adds rows. */
const mostLogins = 60;
/** A user gets a mail about a new browser at most once in this time. */
const newDevicePause = 3_600;
const mostDevices = 20;

/** Counts a right login of a user. Throws too_many_requests. */
export const countLogin = (
  context: Pick<Context, "database" | "clock">,
  userId: string,
): Promise<void> =>
  countAttempt(context, [
    { key: `login ${userId}`, most: mostLogins, windowSeconds: 60 },
  ]);

/**
 * Opens a session. It locks the user, so that a session does not outlive a change at the
 * same moment that ends all sessions; callers check under this lock that their proof still
 * holds. A user who has signed in before gets a mail about a browser that is not known.
 * A waiting person who belongs to another user is not connected. Throws invalid_user for a
 * disabled user, and sso_required for a user who may log in only by single sign-on.
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
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (user.user_level === userLevels.disabled) throw failure("invalid_user");
  if (config.ssoIssuer !== "" && !visit.isBySso)
    await admitBesideSso(trx, { clock, config, jobs }, { visit, user });
  // Anybody may sign in with the public password.
  const isNew = !device.isKnown && user.last_login && !visit.usesDemoPassword;
  if (isNew && !(await hasNewDeviceMail(trx, userId, now)))
    await queueMail(
      trx,
      { jobs, now },
      {
        userId,
        kind: newDeviceMailKind,
        data: { address, userAgent, at: now.toISOString() },
      },
    );
  return openSession(trx, { ...visit, config, now });
}

/** Returns whether a mail about a new browser was queued within the last hour. */
async function hasNewDeviceMail(
  trx: Transaction<Tables>,
  userId: string,
  now: Date,
): Promise<boolean> {
  const mail = await trx
    .selectFrom("outbox")
    .where("user_id", "=", userId)
    .where("kind", "=", newDeviceMailKind)
    .where("created_at", ">", later(now, -newDevicePause))
    .select("id")
    .executeTakeFirst();
  return mail !== undefined;
}

/** Connects the person who waits for this login; without one, asks the settings. */
async function admitBesideSso(
  trx: Transaction<Tables>,
  context: Pick<Context, "clock" | "config" | "jobs">,
  {
    visit: { userId, person, note },
    user,
  }: { visit: Visit; user: Parameters<typeof storedRank>[0] },
): Promise<void> {
  const { clock, config } = context;
  const now = clock.now();
  const wasConnected = await isConnected(trx, config, userId);
  const isNow =
    person !== undefined &&
    (await connectIdentity(trx, { userId, person, now }));
  if (isNow) {
    if (wasConnected) return;
    const detail = "single sign-on";
    await note({ event: "factor-added", userId, detail }, trx);
    await queueFactorMail(trx, context, { userId, change: "ssoConnected" });
    return;
  }
  if (isSsoDemanded(config, storedRank(user), wasConnected))
    throw failure("sso_required");
}

/** Returns what is known of the browser with a device token. */
export async function findDevice(
  { database, clock }: Pick<Context, "database" | "clock">,
  account: string,
  deviceToken: string | undefined,
): Promise<Device> {
  if (!deviceToken || !isSecret(deviceToken))
    return { token: undefined, isKnown: false };
  const owners = await database.kysely
    .selectFrom("known_devices")
    .innerJoin("users", "users.id", "known_devices.user_id")
    .where("known_devices.hash", "=", hashOf(deviceToken))
    .where("known_devices.expires_at", ">", clock.now())
    .select("users.email_key")
    .execute();
  return {
    token: owners.length > 0 ? deviceToken : undefined,
    isKnown: owners.some(({ email_key }) => email_key === account),
  };
}

async function openSession(
  trx: Transaction<Tables>,
  options: Visit & { config: Config; now: Date },
): Promise<SignInTokens> {
  const { userId, config, now } = options;
  const family = newSecret();
  const refresh = refreshToken(family);
  for (const table of ["sessions", "known_devices"] as const)
    await trx
      .deleteFrom(table)
      .where("user_id", "=", userId)
      .where("expires_at", "<=", now)
      .execute();
  // Accounts of one browser share its cookie.
  const deviceToken = options.device.token ?? newSecret();
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
      device_hash: hashOf(deviceToken),
      created_at: now,
      expires_at: sessionEnd(config, { createdAt: now, now }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("users")
    .set({ last_login: now })
    .where("id", "=", userId)
    .execute();
  const expires_at = later(now, deviceLifetime);
  await trx
    .insertInto("known_devices")
    .values({ user_id: userId, hash: hashOf(deviceToken), expires_at })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "hash"]).doUpdateSet({ expires_at }),
    )
    .execute();
  // The lock of the user is held, so sign-ins at once count each other.
  await endUnusedSessions(trx, { userId, most: config.sessionsPerUser });
  await forgetOldDevices(trx, userId);
  const accessToken = await addAccessToken(trx, session.id, now);
  return { accessToken, refreshToken: refresh, deviceToken };
}

/** Returns until when a session can be refreshed: for a month, and not long after its login. */
export const sessionEnd = (
  { sessionDays }: Pick<Config, "sessionDays">,
  { createdAt, now }: { createdAt: Date; now: Date },
): Date =>
  new Date(
    Math.min(
      later(now, refreshLifetime).getTime(),
      later(createdAt, sessionDays * 24 * 3_600).getTime(),
    ),
  );

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
        .orderBy(
          (order) => order.fn.coalesce("rotated_at", "created_at"),
          "desc",
        )
        .orderBy("id", "desc")
        .offset(most),
    )
    .execute();

/** Forgets the browsers of a user beyond the limit, beginning with the longest unused. */
const forgetOldDevices = (
  trx: Transaction<Tables>,
  userId: string,
): Promise<unknown> =>
  trx
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("hash", "in", (eb) =>
      eb
        .selectFrom("known_devices")
        .select("hash")
        .where("user_id", "=", userId)
        .orderBy("expires_at", "desc")
        .orderBy("hash")
        .offset(mostDevices),
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

const later = (now: Date, seconds: number): Date =>
  new Date(now.getTime() + seconds * 1000);
