import { sql, type Transaction } from "kysely";
import type { Database, Tables } from "../database";
import type { JobQueue } from "../jobs";

/** The name of the job that sends the mails of the outbox. */
export const mailJob = "send-mail";

/**
 * Adds a mail to the outbox in the transaction of its cause, and wakes the job
 * that sends it. `data` must contain no secret: the kind makes tokens of links
 * when the mail is sent.
 */
export async function queueMail(
  trx: Transaction<Tables>,
  { jobs, now }: { jobs: JobQueue; now: Date },
  mail: {
    userId: string;
    kind: string;
    data?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await trx
    .insertInto("outbox")
    .values({
      user_id: mail.userId,
      kind: mail.kind,
      data: JSON.stringify(mail.data ?? {}),
      created_at: now,
      due_at: now,
    })
    .execute();
  await jobs.enqueue(trx, mailJob);
}

/**
 * Holds all mails that wait, because the program may have sent them after the backup
 * was made. Returns how many mails are held.
 */
export async function holdMails({
  longRunning,
}: Pick<Database, "longRunning">): Promise<number> {
  await longRunning
    .updateTable("outbox")
    .set({ state: "held", due_at: null })
    .where("state", "=", "waiting")
    .execute();
  const { count } = await longRunning
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("state", "=", "held")
    .executeTakeFirstOrThrow();
  return count;
}

/** Lets the held mails be sent, or drops them. Returns their number. */
export async function settleHeldMails(
  { longRunning }: Pick<Database, "longRunning">,
  { action, now }: { action: "send" | "drop"; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await longRunning
    .updateTable("outbox")
    .set(
      action === "send"
        ? { state: "waiting", due_at: now }
        : { state: "dropped" },
    )
    .where("state", "=", "held")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
