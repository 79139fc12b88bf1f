import type { Selectable, Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import { inTransaction, type Tables } from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";

export const bidMailKind = "bid-news";

/** The bids that a mail tells of; its text is made of them when it is sent. */
export type BidMail = {
  bids: {
    userId: string;
    bidId: string;
    kind: BidNews["kind"];
    since: string;
  }[];
};
type BidNews = Selectable<Tables["bid_news"]>;

/** So many recipients are looked at for one whom no other server handles. */
const candidates = 20;

/**
 * Makes the job that queues mails about bids, one for all news of a recipient.
 * The mail and the end of its news are one transaction, so that a killed program neither
 * repeats nor skips news.
 */
export const bidMailJob = (
  context: Pick<Context, "database" | "clock" | "jobs">,
): Job => ({
  name: "bid-mails",
  everySeconds: 60,
  run: (signal) =>
    repeatUntilDone(signal, () =>
      inTransaction(context.database, (trx) => handleNext(trx, context)),
    ),
});

/** Returns the number of mails for the next recipient; null without a recipient. */
async function handleNext(
  trx: Transaction<Tables>,
  { clock, jobs }: Pick<Context, "clock" | "jobs">,
): Promise<number | null> {
  const now = clock.now();
  const recipient = await trx
    .selectFrom("users")
    .select(["id", "bid_email_notify", "user_level"])
    .where("id", "in", (eb) =>
      eb
        .selectFrom("bid_news")
        .select("recipient_id")
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .limit(candidates),
    )
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!recipient) return null;
  const news = await trx
    .deleteFrom("bid_news")
    .where("recipient_id", "=", recipient.id)
    // An unread message waits for its hour; changes go with whatever is due.
    .where((eb) => eb.or([eb("kind", "=", "change"), eb("due_at", "<=", now)]))
    .returningAll()
    .execute();
  const isWanted =
    recipient.bid_email_notify && recipient.user_level !== userLevels.disabled;
  if (!isWanted || news.length === 0) return 0;
  const data: BidMail = {
    bids: news.map(({ user_id, bid_id, kind, since }) => ({
      userId: user_id,
      bidId: bid_id,
      kind,
      since: since.toISOString(),
    })),
  };
  await queueMail(
    trx,
    { jobs, now },
    { userId: recipient.id, kind: bidMailKind, data },
  );
  return 1;
}
