import { sql, type Transaction } from "kysely";
import { quietUntil } from "../../../domain/quietHours";
import { mailSweep, type MailedUser } from "../../identity";
import type { Tables } from "../../platform/database";
import type { Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { alertMailJobName } from "./alerts";

export const alertMailKind = "alerts";

/** The alerts of a mail, whose text is made of them when it is sent. */
export type AlertMail = { alertIds: string[] };

/**
 * Makes the job that queues the mails of alerts. A mail has all waiting alerts of its
 * recipient; during quiet hours they keep waiting.
 */
export const alertMailJob = (
  context: Pick<Context, "database" | "clock" | "jobs">,
): Job =>
  mailSweep(context, {
    name: alertMailJobName,
    everySeconds: 30,
    kind: alertMailKind,
    wish: "alert_mails",
    waiting: (now) =>
      sql`select user_id from alerts where mail_due_at <= ${now}`,
    take: takeAlerts,
  });

async function takeAlerts(
  trx: Transaction<Tables>,
  { id, isWanted, quietHours, now }: MailedUser,
): Promise<AlertMail | null> {
  const until = isWanted ? quietUntil(quietHours, now) : null;
  const waiting = await trx
    .updateTable("alerts")
    .set({ mail_due_at: until })
    .where("user_id", "=", id)
    .where("mail_due_at", "<=", now)
    .returning("id")
    .execute();
  if (until || !isWanted || waiting.length === 0) return null;
  return { alertIds: waiting.map(({ id: alertId }) => alertId) };
}
