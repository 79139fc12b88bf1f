import { userLevels } from "../../../domain/access";
import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import type { NoteSecurity } from "../securityLog";
import { countAttempt, networkThrottles } from "../throttle";
import { useLinkToken } from "../tokens";

/** Attempts of one network in 15 minutes. */
const mostAttempts = 60;

/**
 * Confirms the e-mail of the token's user, who can sign in from then on, and uses up the
 * token. Throws link_expired for an unknown, used or expired token, and too_many_requests.
 */
export async function verifyEmail(
  context: Pick<Context, "database" | "clock">,
  {
    token,
    address,
    note,
  }: { token: string; address: string; note: NoteSecurity },
): Promise<void> {
  const { database, clock } = context;
  await countAttempt(
    context,
    networkThrottles("verify-email use", address, {
      most: mostAttempts,
      windowSeconds: 15 * 60,
    }),
    () => note({ event: "link-throttled" }),
  );
  await inTransaction(database, async (trx) => {
    const now = clock.now();
    const used = await useLinkToken(trx, {
      token,
      purpose: "verify-email",
      now,
    });
    const user =
      used &&
      (await trx
        .updateTable("users")
        .set((eb) => ({
          email_verified_at: eb.fn.coalesce("email_verified_at", eb.val(now)),
        }))
        .where("id", "=", used.userId)
        .where("user_level", "!=", userLevels.disabled)
        .returning("id")
        .executeTakeFirst());
    if (!user) throw failure("link_expired");
    await note({ event: "email-verified", userId: user.id }, trx);
  });
}
