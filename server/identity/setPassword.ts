import { userLevels } from "../../domain/access";
import type { ResetPasswordBody } from "../../generated/schemas";
import { inTransaction } from "../platform/database";
import { failure, fieldFailure } from "../platform/errors";
import { queueMail } from "../platform/mail";
import type { Context } from "../workspace/context";
import { passwordChanged, passwordLinks } from "./accounts/linkMails";
import { assertNewPassword } from "./accounts/newPassword";
import { clearFactorAttempts } from "./factors/factorProof";
import { assertHashFree, hashPassword } from "./passwords";
import { storedRank } from "./ranks";
import type { NoteSecurity } from "./securityLog";
import { endCeremonies, type Sessions } from "./sessions";
import { countAttempt, networkThrottles } from "./throttle";
import { findLinkToken, useLinkToken } from "./tokens";

/** Attempts of one network in 15 minutes; hashing a password is costly. */
const mostAttempts = 30;

/** Throws link_expired unless the token can still be used. Returns the id of its user. */
export async function checkPasswordToken(
  { database, clock }: Pick<Context, "database" | "clock">,
  token: string,
): Promise<string> {
  const found = await findLinkToken(database, {
    token,
    purpose: passwordLinks,
    now: clock.now(),
  });
  if (!found) throw failure("link_expired");
  return found.userId;
}

/**
 * Sets the password of the token's user, and ends all sessions and links of the user. The
 * link came by mail, so it confirms the e-mail as well. Throws link_expired, passwords_differ,
 * weak_password, and too_many_requests after 30 attempts of one network in 15 minutes.
 */
export async function setPassword(
  context: Pick<Context, "database" | "clock" | "config" | "jobs">,
  {
    token,
    body,
    address,
    sessions,
    note,
  }: {
    token: string;
    body: ResetPasswordBody;
    address: string;
    sessions: Sessions;
    note: NoteSecurity;
  },
): Promise<void> {
  const { database, clock, config, jobs } = context;
  const { newPassword, confirmPassword } = body;
  assertHashFree();
  await countAttempt(
    context,
    networkThrottles("set-password", address, {
      most: mostAttempts,
      windowSeconds: 15 * 60,
    }),
    () => note({ event: "password-throttled" }),
  );
  const id = await checkPasswordToken(context, token);
  if (newPassword !== confirmPassword)
    throw fieldFailure("confirmPassword", "passwords_differ");
  const owner = await database.kysely
    .selectFrom("users")
    .where("id", "=", id)
    .select(["email", "user_type", "user_level", "role_id"])
    .executeTakeFirstOrThrow();
  const choice = {
    password: newPassword,
    email: owner.email,
    rank: storedRank(owner),
  };
  await assertNewPassword(config, "newPassword", choice);
  const password_hash = await hashPassword(newPassword);
  const userId = await inTransaction(database, async (trx) => {
    const now = clock.now();
    const used = await useLinkToken(trx, {
      token,
      purpose: passwordLinks,
      now,
    });
    const user =
      used &&
      (await trx
        .selectFrom("users")
        .where("id", "=", used.userId)
        .where("user_level", "!=", userLevels.disabled)
        .select(["id", "email_verified_at"])
        .forUpdate()
        .executeTakeFirst());
    if (!user) throw failure("link_expired");
    const isFirst = user.email_verified_at === null;
    await trx
      .updateTable("users")
      .set({ password_hash, ...(isFirst && { email_verified_at: now }) })
      .where("id", "=", user.id)
      .execute();
    await endCeremonies(trx, user.id);
    await clearFactorAttempts(trx, user.id);
    for (const table of ["sessions", "known_devices"] as const)
      await trx.deleteFrom(table).where("user_id", "=", user.id).execute();
    await trx
      .deleteFrom("link_tokens")
      .where("user_id", "=", user.id)
      .where("purpose", "in", [...passwordLinks, "verify-email"])
      .execute();
    if (!isFirst)
      await queueMail(
        trx,
        { jobs, now },
        {
          userId: user.id,
          kind: passwordChanged,
          data: { at: now.toISOString() },
        },
      );
    await note({ event: "password-set", userId: user.id }, trx);
    return user.id;
  });
  sessions.forgetUser(userId);
}
