import type { ChangePasswordBody } from "../../../generated/schemas";
import { inTransaction, type Database } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { hashPassword, isPassword } from "../passwords";
import type { NoteSecurity } from "../securityLog";
import { endCeremonies, type Sessions } from "../sessions";
import { clearAttempts, countWrong } from "../throttle";
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
  const { email, old } = await countWrong(
    context,
    {
      throttles: [throttle],
      codes: ["wrong_password"],
      onExhausted: () => note({ event: "password-throttled", userId }),
    },
    () => checkOldPassword(database, { userId, oldPassword }),
  );
  await assertNewPassword(config, "newPassword", {
    password: newPassword,
    email,
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
      .where("password_hash", "=", old)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw fieldFailure("oldPassword", "wrong_password");
    await endCeremonies(trx, userId);
    await trx
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id", "!=", sessionId)
      .execute();
    // The browser of this session stays known.
    await trx
      .deleteFrom("known_devices")
      .where("user_id", "=", userId)
      .where("hash", "not in", (eb) =>
        eb
          .selectFrom("sessions")
          .where("id", "=", sessionId)
          .where("device_hash", "is not", null)
          .select((one) => one.ref("device_hash").$notNull().as("hash")),
      )
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
  await clearAttempts(database, throttle);
  sessions.forgetUser(userId);
}

/** Returns the e-mail and the stored hash. Throws wrong_password. */
async function checkOldPassword(
  { kysely }: Pick<Database, "kysely">,
  { userId, oldPassword }: { userId: string; oldPassword: string },
): Promise<{ email: string; old: string }> {
  const user = await kysely
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["email", "password_hash"])
    .executeTakeFirst();
  if (!user) throw failure("unauthorized");
  if (!(await isPassword(oldPassword, user.password_hash)))
    throw fieldFailure("oldPassword", "wrong_password");
  return { email: user.email, old: user.password_hash };
}
