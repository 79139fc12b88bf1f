import { sql, type Transaction } from "kysely";
import { quietUntil } from "../../domain/quietHours";
import { mailSweep, type MailedUser } from "../identity";
import type { Tables } from "../platform/database";
import type { Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { noticeMailJobName } from "./waits";

export const noticeMailKind = "notice";

/** The notice of a mail, and the range of its rows; without a range it is a scheduled one. */
export type NoticeMail = {
  resource: string;
  notice: string;
  range: { from: string; to: string } | null;
};

/** Makes the job that queues one mail for each user and notice. */
export const noticeMailJob = (
  context: Pick<Context, "database" | "clock" | "jobs">,
): Job =>
  mailSweep(context, {
    name: noticeMailJobName,
    everySeconds: 30,
    kind: noticeMailKind,
    wish: "alert_mails",
    waiting: (now) =>
      sql`select user_id from notice_waits where due_at <= ${now}`,
    take: takeNext,
  });

/** Takes one mail. In quiet hours all mails of the user keep waiting. */
async function takeNext(
  trx: Transaction<Tables>,
  { id: userId, isWanted, quietHours, now }: MailedUser,
): Promise<NoticeMail | null> {
  const until = isWanted ? quietUntil(quietHours, now) : null;
  if (until) {
    await trx
      .updateTable("notice_waits")
      .set({ due_at: until })
      .where("user_id", "=", userId)
      .where("due_at", "<=", now)
      .execute();
    return null;
  }
  const due = trx
    .deleteFrom("notice_waits")
    .where("user_id", "=", userId)
    .where("due_at", "<=", now);
  if (!isWanted) {
    await due.execute();
    return null;
  }
  const taken = await due
    .where(
      sql<boolean>`(resource, notice) = (
        select resource, notice from notice_waits
        where user_id = ${userId} and due_at <= ${now}
        order by due_at, resource, notice limit 1)`,
    )
    .returning(["resource", "notice", "from_id", "to_id"])
    .executeTakeFirst();
  if (!taken) return null;
  const { resource, notice, from_id: from, to_id: to } = taken;
  return {
    resource,
    notice,
    range: from !== null && to !== null ? { from, to } : null,
  };
}
