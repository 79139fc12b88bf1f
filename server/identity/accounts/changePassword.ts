import type { ChangePasswordBody } from "../../../generated/schemas";
import { inTransaction } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { hashPassword, isPassword } from "../passwords";
import type { NoteSecurity } from "../securityLog";
import type { Sessions } from "../sessions";
import { clearAttempts, countAttempt } from "../throttle";
import { passwordChanged, passwordLinks } from "./linkMails";
import { assertNewPassword } from "./newPassword";

/** Wrong old passwords of one user in 15 minutes. */
const mostAttempts = 9;

/**
 * Changes the password of the signed-in user, ends the user's other sessions and the links
 * by which a password can be set, and sends a mail about it. Throws passwords_differ,
 * wrong_password, weak_password and too_many_requests.
 */
export async function changePassword(
  context: Pick<Context, "database" | "clock" | "config" | "jobs">,
  {
    body: { oldPassword, newPassword, confirmNewPassword },
    session: { viewer, sessionId },
    sessions,
    note,
  }: {
    body: ChangePasswordBody;
    session: Session;
    sessions: Sessions;
    note: NoteSecurity;
  },
): Promise<void> {
  const { database, clock, config, jobs } = context;
  const { userId } = viewer;
  if (newPassword !== confirmNewPassword)
    throw fieldFailure("confirmNewPassword", "passwords_differ");
  const throttle = {
    key: `change-password ${userId}`,
    most: mostAttempts,
    windowSeconds: 15 * 60,
  };
  await countAttempt(context, [throttle], () =>
    note({ event: "password-throttled", userId }),
  );
  const user = await database.kysely
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["email", "password_hash"])
    .executeTakeFirst();
  if (!user) throw failure("unauthorized");
  if (!(await isPassword(oldPassword, user.password_hash)))
    throw fieldFailure("oldPassword", "wrong_password");
  await assertNewPassword(config, "newPassword", {
    password: newPassword,
    email: user.email,
    rank: viewer,
  });
  const password_hash = await hashPassword(newPassword);
  await inTransaction(database, async (trx) => {
    const now = clock.now();
    const changed = await trx
      .updateTable("users")
      .set({ password_hash })
      .where("id", "=", userId)
      // Of two changes at once the later one has a wrong old password.
      .where("password_hash", "=", user.password_hash)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw fieldFailure("oldPassword", "wrong_password");
    await trx
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id", "!=", sessionId)
      .execute();
    await trx
      .deleteFrom("known_devices")
      .where("user_id", "=", userId)
      .execute();
    await trx
      .deleteFrom("link_tokens")
      .where("user_id", "=", userId)
      .where("purpose", "in", passwordLinks)
      .execute();
    await queueMail(
      trx,
      { jobs, now },
      { userId, kind: passwordChanged, data: { at: now.toISOString() } },
    );
    await note({ event: "password-changed", userId }, trx);
  });
  await clearAttempts(context, throttle);
  sessions.forgetUser(userId);
}
