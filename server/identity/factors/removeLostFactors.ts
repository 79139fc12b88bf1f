import { inTransaction } from "../../platform/database";
import type { Context } from "../../workspace/context";
import { emailKey } from "../createUser";
import { AdministratorRefused } from "../saveAdministrator";
import { securityNotes } from "../securityLog";
import { endAccess } from "../sessions";
import { clearFactors } from "./changeFactors";

/** The job that sends mails finds the mail without being woken. */
const jobs: Context["jobs"] = { enqueue: () => Promise.resolve() };

/**
 * Removes all second factors and the single sign-on of a user who has lost them, ends the user's sessions and
 * sends a mail. Throws AdministratorRefused.
 */
export async function removeLostFactors(
  context: Pick<Context, "database" | "clock" | "log">,
  email: string,
): Promise<void> {
  const note = securityNotes(context, undefined, "command line");
  await inTransaction(context.database, async (trx) => {
    const user = await trx
      .selectFrom("users")
      .where("email_key", "=", emailKey(email))
      .select("id")
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new AdministratorRefused("No user has this e-mail.");
    const userId = user.id;
    if (!(await clearFactors(trx, { ...context, jobs }, { userId, note })))
      throw new AdministratorRefused(
        "This user has no second factor and no single sign-on.",
      );
    await endAccess(trx, userId);
  });
}
