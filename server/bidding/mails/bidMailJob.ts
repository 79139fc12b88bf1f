import { sql, type Selectable, type Transaction } from "kysely";
import { mailSweep, type MailedUser } from "../../identity";
import type { Tables } from "../../platform/database";
import type { Job } from "../../platform/jobs";
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

/** Makes the job that queues mails about bids, one for all news of a recipient. */
export const bidMailJob = (
  context: Pick<Context, "database" | "clock" | "jobs">,
): Job =>
  mailSweep(context, {
    name: "bid-mails",
    everySeconds: 60,
    kind: bidMailKind,
    wish: "bid_email_notify",
    waiting: (now) =>
      sql`select recipient_id from bid_news where due_at <= ${now}`,
    take: takeNews,
  });

async function takeNews(
  trx: Transaction<Tables>,
  { id, isWanted, now }: MailedUser,
): Promise<BidMail | null> {
  const news = await trx
    .deleteFrom("bid_news")
    .where("recipient_id", "=", id)
    // An unread message waits for its hour; changes go with whatever is due.
    .where((eb) => eb.or([eb("kind", "=", "change"), eb("due_at", "<=", now)]))
    .returningAll()
    .execute();
  if (!isWanted || news.length === 0) return null;
  const bids: BidMail["bids"] = [];
  for (const { user_id, bid_id, kind, first_id } of news)
    bids.push({
      userId: user_id,
      bidId: bid_id,
      kind,
      firstId: first_id,
      ...(await findLast(trx, { userId: user_id, bidId: bid_id, kind })),
    });
  return { bids };
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
