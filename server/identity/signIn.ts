import type { Transaction } from "kysely";
import { userLevels } from "../../domain/access";
import type { SignInBody } from "../../generated/schemas";
import { inTransaction, type Tables } from "../platform/database";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import { accessLifetime, refreshLifetime } from "./cookies";
import { emailKey } from "./createUser";
import { isPassword } from "./passwords";
import {
  clearAttempts,
  countAttempt,
  forgiveAttempt,
  type Throttle,
} from "./throttle";
import { hashOf, newSecret, refreshToken } from "./tokens";

export type Tokens = { accessToken: string; refreshToken: string };

const windowSeconds = 15 * 60;
/** The tenth wrong password in a row is not looked at any more. */
const mostPerAccount = 9;
/** Wrong passwords from one address, which a whole office may share. */
const mostPerAddress = 100;

/**
 * Opens a session for e-mail and password. An unknown e-mail and a wrong
 * password are answered alike and in the same time. Throws
 * invalid_credentials, too_many_requests, and invalid_user for a disabled
 * account, this only after the right password.
 */
export async function signIn(
  context: Pick<Context, "database" | "clock">,
  { email, password, address }: SignInBody & { address: string },
): Promise<Tokens> {
  const { database, clock } = context;
  const key = emailKey(email);
  const perAccount: Throttle = {
    key: `sign-in account ${key}`,
    most: mostPerAccount,
    windowSeconds,
  };
  const perAddress: Throttle = {
    key: `sign-in address ${address}`,
    most: mostPerAddress,
    windowSeconds,
  };
  // The address first: one that is refused cannot lock accounts of others.
  await countAttempt(context, perAddress);
  try {
    await countAttempt(context, perAccount);
  } catch (error) {
    await forgiveAttempt(context, perAddress);
    throw error;
  }
  const user = await database.kysely
    .selectFrom("users")
    .where("email_key", "=", key)
    .select(["id", "password_hash", "user_level"])
    .executeTakeFirst();
  const isRight = await isPassword(password, user?.password_hash);
  if (!user || !isRight) throw failure("invalid_credentials");
  await clearAttempts(context, perAccount);
  await forgiveAttempt(context, perAddress);
  if (user.user_level === userLevels.disabled) throw failure("invalid_user");
  return inTransaction(database, (trx) =>
    openSession(trx, { userId: user.id, now: clock.now() }),
  );
}

async function openSession(
  trx: Transaction<Tables>,
  { userId, now }: { userId: string; now: Date },
): Promise<Tokens> {
  const family = newSecret();
  const refresh = refreshToken(family);
  await trx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("expires_at", "<=", now)
    .execute();
  const session = await trx
    .insertInto("sessions")
    .values({
      user_id: userId,
      family_hash: hashOf(family),
      refresh_hash: hashOf(refresh),
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
  const accessToken = await addAccessToken(trx, session.id, now);
  return { accessToken, refreshToken: refresh };
}

/** A new access token of a session, in place of those that have expired. */
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
