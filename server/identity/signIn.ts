import type { Transaction } from "kysely";
import { userLevels } from "../../domain/access";
import type { SignInBody } from "../../generated/schemas";
import { isDemoAllowed } from "../platform/config";
import { inTransaction, type Tables } from "../platform/database";
import { Failure, failure } from "../platform/errors";
import { networkOf } from "../platform/http/network";
import { createQueues } from "../platform/queues";
import type { Context } from "../workspace/context";
import { accessLifetime, deviceLifetime, refreshLifetime } from "./cookies";
import { emailKey } from "./createUser";
import { demoPassword, isPassword } from "./passwords";
import type { NoteSecurity } from "./securityLog";
import {
  clearAttempts,
  countAttempt,
  forgiveAttempt,
  type Throttle,
} from "./throttle";
import { hashOf, isSecret, newSecret, refreshToken } from "./tokens";

type SignInTokens = {
  accessToken: string;
  refreshToken: string;
  /** Proves on later sign-ins that this browser has signed in before. */
  deviceToken: string;
};

type Attempt = SignInBody & {
  address: string;
  deviceToken: string | undefined;
  note: NoteSecurity;
  /** Sends the link to confirm the e-mail again. */
  onUnverified: () => Promise<void>;
};

type SignInContext = Pick<Context, "database" | "clock" | "config">;

const oneAtATime = createQueues();

const windowSeconds = 15 * 60;
/** Wrong passwords for one account from one network, or from a known device. */
const mostPerSource = 9;
/** Wrong passwords for one account from all unknown devices. */
const mostPerAccount = 90;
/** Wrong passwords from one network, which a whole office may share. */
const mostPerNetwork = 100;

/**
 * Opens a session for an e-mail and a password. An unknown e-mail gets the same
 * answer as a wrong password, in the same time, and so does the demo password
 * where demo data are not allowed. Throws invalid_credentials,
 * too_many_requests, and, only after the right password, invalid_user for a
 * disabled account and email_unverified for an e-mail that is not confirmed.
 *
 * Wrong passwords are counted by account and network together, so that strangers
 * cannot lock an account for its owner. A limit for the account stops
 * guessing from many networks; known devices are exempt from it.
 */
export async function signIn(
  context: SignInContext,
  attempt: Attempt,
): Promise<SignInTokens> {
  const account = emailKey(attempt.email);
  const network = networkOf(attempt.address);
  const device = await knownDevice(context, account, attempt.deviceToken);
  const perSource: Throttle = {
    key: device
      ? `sign-in device ${account} ${device}`
      : `sign-in source ${account} ${network}`,
    most: mostPerSource,
    windowSeconds,
  };
  const shared: Throttle[] = [
    {
      key: `sign-in network ${network}`,
      most: mostPerNetwork,
      windowSeconds,
    },
  ];
  if (!device)
    shared.push({
      key: `sign-in account ${account}`,
      most: mostPerAccount,
      windowSeconds,
    });
  // Right passwords sent in parallel would otherwise use up the limit.
  return oneAtATime(perSource.key, async () => {
    await countAttempt(context, [...shared, perSource], () =>
      attempt.note({ event: "sign-in-throttled" }),
    );
    let user;
    try {
      user = await findUser(context, account, attempt);
    } catch (error) {
      if (!(error instanceof Failure))
        await forgiveAttempt(context, [...shared, perSource]);
      throw error;
    }
    await clearAttempts(context, perSource);
    await forgiveAttempt(context, shared);
    const userId = user.id;
    if (user.user_level === userLevels.disabled) {
      await attempt.note({ event: "sign-in-refused", userId });
      throw failure("invalid_user");
    }
    if (user.email_verified_at === null) {
      await attempt.note({ event: "sign-in-refused", userId });
      await attempt.onUnverified();
      throw failure("email_unverified");
    }
    const now = context.clock.now();
    const tokens = await inTransaction(context.database, (trx) =>
      openSession(trx, {
        userId,
        device,
        usesDemoPassword: attempt.password === demoPassword,
        mostSessions: context.config.sessionsPerUser,
        now,
      }),
    );
    await attempt.note({ event: "sign-in", userId });
    return tokens;
  });
}

async function findUser(
  { database, config }: SignInContext,
  account: string,
  { password, note }: Pick<Attempt, "password" | "note">,
) {
  const user = await database.kysely
    .selectFrom("users")
    .where("email_key", "=", account)
    .select(["id", "password_hash", "user_level", "email_verified_at"])
    .executeTakeFirst();
  const isRight = await isPassword(password, user?.password_hash);
  const isPublic = password === demoPassword && !isDemoAllowed(config);
  if (!user || !isRight || isPublic) {
    // The same statement for known and unknown accounts, which takes the same time.
    await note({ event: "sign-in-refused", userId: user?.id });
    throw failure("invalid_credentials");
  }
  return user;
}

/** Returns the device token if the account has signed in with it before. */
async function knownDevice(
  { database, clock }: SignInContext,
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
  options: {
    userId: string;
    device: string | undefined;
    usesDemoPassword: boolean;
    mostSessions: number;
    now: Date;
  },
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
