import type { Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import { quietUntil } from "../../../domain/quietHours";
import { inTransaction, type Tables } from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { alertMailJobName } from "./addAlert";

export const alertMailKind = "alerts";

/** The alerts of a mail, whose text is made of them when it is sent. */
export type AlertMail = { alertIds: string[] };

type MailContext = Pick<Context, "database" | "clock" | "jobs">;

/**
 * Makes the job that queues the mails of alerts. A mail has all waiting alerts of its
 * recipient; during quiet hours they keep waiting. A transaction queues the mail and
 * takes its alerts out of the wait.
 */
export const alertMailJob = (context: MailContext): Job => ({
  name: alertMailJobName,
  everySeconds: 30,
  run: (signal) =>
    repeatUntilDone(signal, () =>
      inTransaction(context.database, (trx) => handleNext(trx, context)),
    ),
});

/** Returns the number of mails for the next recipient; null without a recipient. */
async function handleNext(
  trx: Transaction<Tables>,
  { clock, jobs }: Pick<MailContext, "clock" | "jobs">,
): Promise<number | null> {
  const now = clock.now();
  const recipient = await trx
    .selectFrom("users")
    .select(["id", "alert_mails", "user_level", "quiet_hours"])
    .where("id", "in", (eb) =>
      eb.selectFrom("alerts").select("user_id").where("mail_due_at", "<=", now),
    )
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!recipient) return null;
  const isWanted =
    recipient.alert_mails && recipient.user_level !== userLevels.disabled;
  const until = isWanted ? quietUntil(recipient.quiet_hours, now) : null;
  const waiting = await trx
    .updateTable("alerts")
    .set({ mail_due_at: until })
    .where("user_id", "=", recipient.id)
    .where("mail_due_at", "<=", now)
    .returning("id")
    .execute();
  if (until || !isWanted || waiting.length === 0) return 0;
  const alertIds = waiting.map(({ id }) => id);
  const data: AlertMail = { alertIds };
  await queueMail(
    trx,
    { jobs, now },
    { userId: recipient.id, kind: alertMailKind, data },
  );
  return 1;
}
