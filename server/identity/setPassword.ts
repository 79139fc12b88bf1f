import { userLevels } from "../../domain/access";
import type { ResetPasswordBody } from "../../generated/schemas";
import { portalAddress } from "../platform/config";
import { inTransaction } from "../platform/database";
import { failure, fieldFailure } from "../platform/errors";
import type { MailKind } from "../platform/mail";
import type { Context } from "../workspace/context";
import { findLinkToken, issueLinkToken, useLinkToken } from "./tokens";
import { hashPassword, isGuessable } from "./passwords";
import type { NoteSecurity } from "./securityLog";
import type { Sessions } from "./sessions";
import { networkOf } from "../platform/http/network";
import { countAttempt } from "./throttle";

const purpose = "set-password";
const lifetimeHours = 24;
/** Attempts of one network in 15 minutes; hashing a password is costly. */
const mostAttempts = 30;

/** Makes the mail with the link by which a user sets a password. */
export const setPasswordMail = ({
  config,
  messages,
}: Pick<Context, "config" | "messages">): MailKind => ({
  kind: purpose,
  compose: async (trx, { recipient, now }) => {
    const { userId, language, fullName } = recipient;
    const user = await trx
      .selectFrom("users")
      .where("id", "=", userId)
      .where("user_level", "!=", userLevels.disabled)
      .select("id")
      .executeTakeFirst();
    if (!user) return null;
    const token = await issueLinkToken(trx, {
      userId,
      purpose,
      lifetimeHours,
      replacesOlder: true,
      now,
    });
    const text = (key: string, values = {}) =>
      messages.translate(language, `mail.${key}`, values);
    return {
      subject: text("setPassword.subject"),
      blocks: [
        { kind: "text", text: text("hello", { name: fullName }) },
        { kind: "text", text: text("setPassword.text") },
        {
          kind: "button",
          label: text("setPassword.button"),
          url: `${portalAddress(config)}/auth/change-password?token=${token}`,
        },
        {
          kind: "text",
          text: text("setPassword.expiry", { hours: lifetimeHours }),
        },
      ],
    };
  },
});

/** Throws link_expired unless the token can still be used. */
export async function checkPasswordToken(
  { database, clock }: Pick<Context, "database" | "clock">,
  token: string,
): Promise<void> {
  const found = await findLinkToken(database, {
    token,
    purpose,
    now: clock.now(),
  });
  if (!found) throw failure("link_expired");
}

/**
 * Sets the password of the token's user, uses up the token, and ends all
 * sessions of the user. Throws link_expired, passwords_differ, weak_password,
 * and too_many_requests after 30 attempts of one network in 15 minutes.
 */
export async function setPassword(
  context: Pick<Context, "database" | "clock">,
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
  const { newPassword, confirmPassword } = body;
  await countAttempt(
    context,
    [
      {
        key: `set-password ${networkOf(address)}`,
        most: mostAttempts,
        windowSeconds: 15 * 60,
      },
    ],
    () => note({ event: "password-throttled" }),
  );
  await checkPasswordToken(context, token);
  if (newPassword !== confirmPassword)
    throw fieldFailure("confirmPassword", "passwords_differ");
  const password_hash = await hashPassword(newPassword);
  const userId = await inTransaction(context.database, async (trx) => {
    const now = context.clock.now();
    const used = await useLinkToken(trx, { token, purpose, now });
    const user =
      used &&
      (await trx
        .selectFrom("users")
        .where("id", "=", used.userId)
        .where("user_level", "!=", userLevels.disabled)
        .select(["id", "email"])
        .forUpdate()
        .executeTakeFirst());
    if (!user) throw failure("link_expired");
    if (await isGuessable(newPassword, user.email))
      throw fieldFailure("newPassword", "weak_password");
    await trx
      .updateTable("users")
      .set({ password_hash })
      .where("id", "=", user.id)
      .execute();
    for (const table of ["sessions", "known_devices"] as const)
      await trx.deleteFrom(table).where("user_id", "=", user.id).execute();
    await note({ event: "password-set", userId: user.id }, trx);
    return user.id;
  });
  sessions.forgetUser(userId);
}
