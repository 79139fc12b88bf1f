import type { Selectable, Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import { inTransaction, type Tables } from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import { queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";

export const bidMailKind = "bid-news";

/** The bids in a mail. The text is written from them when the mail is sent. */
export type BidMail = {
  bids: {
    userId: string;
    bidId: string;
    kind: BidNews["kind"];
    /** The first and the last log entry or message; later ones are in the next mail. */
    firstId: string;
    upTo?: string;
  }[];
};
type BidNews = Selectable<Tables["bid_news"]>;

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
        .where("due_at", "<=", now),
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
  const bids: BidMail["bids"] = [];
  for (const { user_id, bid_id, kind, first_id } of news)
    bids.push({
      userId: user_id,
      bidId: bid_id,
      kind,
      firstId: first_id,
      ...(await findLast(trx, { userId: user_id, bidId: bid_id, kind })),
    });
  const data: BidMail = { bids };
  await queueMail(
    trx,
    { jobs, now },
    { userId: recipient.id, kind: bidMailKind, data },
  );
  return 1;
}

/**
 * Returns the last log entry or message of a bid. It is a statement of its own, because a
 * statement that waits for a lock does not see rows that were written during the wait.
 */
async function findLast(
  trx: Transaction<Tables>,
  of: { userId: string; bidId: string; kind: BidNews["kind"] },
): Promise<Pick<BidMail["bids"][number], "upTo">> {
  const last = await trx
    .selectFrom(of.kind === "change" ? "bid_log" : "bid_messages")
    .select("id")
    .where("user_id", "=", of.userId)
    .where("bid_id", "=", of.bidId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? { upTo: last.id } : {};
}
