import { userLevels } from "../../../domain/access";
import { inTransaction } from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { hashPassword } from "../passwords";
import { securityNotes } from "../securityLog";
import { endAccess } from "../sessions";
import { newSecret } from "../tokens";

const day = 24 * 3_600_000;

/**
 * Makes the job that erases people who have signed up and never confirmed the e-mail, within
 * `keepUnconfirmedDays`. Their e-mails are free again. The rows of the users stay, disabled
 * and without personal data, because the books refer to their accounts.
 */
export const unconfirmedJob = ({
  database,
  clock,
  config,
  log,
}: Pick<Context, "database" | "clock" | "config" | "log">): Job => ({
  name: "erase-unconfirmed",
  everySeconds: 3_600,
  run: async (signal) => {
    const age = config.keepUnconfirmedDays * day;
    const before = new Date(clock.now().getTime() - age);
    const password_hash = await hashPassword(newSecret());
    const note = securityNotes(
      { database, clock, log },
      undefined,
      "retention",
    );
    return repeatUntilDone(signal, () =>
      inTransaction(database, async (trx) => {
        const user = await trx
          .selectFrom("users")
          .where("email_verified_at", "is", null)
          .where("terms_accepted_at", "is not", null)
          .where("created_at", "<", before)
          // A deposit ends the restriction of an account, which then is a client's.
          .where("user_level", "=", userLevels.restricted)
          .select("id")
          .orderBy("created_at")
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!user) return null;
        const { id } = user;
        const email = `erased-${id}@invalid`;
        await trx
          .updateTable("users")
          .set((eb) => ({
            ...{ email, email_key: email, full_name: `Erased ${id}` },
            ...{ mobile: null, city: null, country_id: null },
            ...{ referral_code: null, terms_accepted_at: null },
            ...{ password_hash, user_level: userLevels.disabled },
            version: eb("version", "+", 1),
          }))
          .where("id", "=", id)
          .execute();
        await endAccess(trx, id);
        const detail = "never confirmed";
        await note({ event: "rights-changed", userId: id, detail }, trx);
        return 1;
      }),
    );
  },
});
