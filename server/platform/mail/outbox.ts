import type { Transaction } from "kysely";
import type { Tables } from "../database";
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
