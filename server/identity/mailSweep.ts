import { sql, type RawBuilder, type Transaction } from "kysely";
import { userLevels } from "../../domain/access";
import type { QuietHours } from "../../domain/quietHours";
import { inTransaction, type Tables } from "../platform/database";
import { repeatUntilDone, type Job } from "../platform/jobs";
import { queueMail } from "../platform/mail";
import type { Context } from "../workspace/context";

/** A user for whom news wait. */
export type MailedUser = {
  id: string;
  /** False if the user is disabled or wishes no mails of this kind. */
  isWanted: boolean;
  quietHours: QuietHours | null;
  now: Date;
};

/**
 * Makes a job that queues mails, one for all news of a user that wait. The mail and the
 * end of its news are one transaction, so that a killed program neither repeats nor skips
 * news, and several servers may run the job at once.
 */
export const mailSweep = (
  { database, clock, jobs }: Pick<Context, "database" | "clock" | "jobs">,
  {
    name,
    everySeconds,
    kind,
    wish,
    waiting,
    take,
  }: Pick<Job, "name" | "everySeconds"> & {
    /** The kind of the mail. */
    kind: string;
    /** The column of users that says whether they wish these mails. */
    wish: "alert_mails" | "bid_email_notify";
    /** Returns a query of the ids of users for whom news wait. */
    waiting: (now: Date) => RawBuilder<unknown>;
    /** Ends the wait of the user's news and returns the data of the mail; null for no mail. */
    take: (
      trx: Transaction<Tables>,
      user: MailedUser,
    ) => Promise<Readonly<Record<string, unknown>> | null>;
  },
): Job => {
  const mailNext = async (trx: Transaction<Tables>): Promise<number | null> => {
    const now = clock.now();
    const user = await trx
      .selectFrom("users")
      .select(["id", "user_level", "quiet_hours", `${wish} as isWished`])
      .where(sql<boolean>`id in (${waiting(now)})`)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!user) return null;
    const { id, isWished, quiet_hours: quietHours } = user;
    const isWanted = isWished && user.user_level !== userLevels.disabled;
    const data = await take(trx, { id, isWanted, quietHours, now });
    if (!data) return 0;
    await queueMail(trx, { jobs, now }, { userId: id, kind, data });
    return 1;
  };
  return {
    name,
    everySeconds,
    run: (signal) =>
      repeatUntilDone(signal, () => inTransaction(database, mailNext)),
  };
};
