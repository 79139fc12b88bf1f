import {
  sql,
  type InsertObject,
  type Selectable,
  type Transaction,
} from "kysely";
import { mailSweep, type MailedUser } from "../../identity";
import type { Tables } from "../../platform/database";
import type { Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";

/** One mail collects the changes of this time. */
const collectedMinutes = 5;
/** A message that stays unread for this time is in a mail. */
const unreadMinutes = 60;

const minute = 60_000;

type News = { userId: string; bidId: string; at: Date };

/**
 * Notes that the client of a bid is to be told of its change, in the transaction that has
 * locked the bid and logged the change. `at` is the time of the log entry.
 */
export const noteChange = (
  trx: Transaction<Tables>,
  { userId, bidId, at }: News,
): Promise<unknown> =>
  insertNews(trx, {
    recipient_id: userId,
    user_id: userId,
    bid_id: bidId,
    kind: "change",
    first_id: lastId("bid_log", { userId, bidId }),
    due_at: new Date(at.getTime() + collectedMinutes * minute),
  });

/**
 * Notes that the other side is to be told of the last message if it stays unread: the
 * client of the bid, or the manager who looks after the client. The caller has locked the
 * chat.
 */
export async function noteMessage(
  trx: Transaction<Tables>,
  { userId, bidId, at, isByAgent }: News & { isByAgent: boolean },
): Promise<void> {
  const client = await trx
    .selectFrom("users")
    .select("manager_id")
    .where("id", "=", userId)
    .executeTakeFirst();
  const recipient = isByAgent ? userId : client?.manager_id;
  if (!recipient) return;
  await insertNews(trx, {
    recipient_id: recipient,
    user_id: userId,
    bid_id: bidId,
    kind: "message",
    first_id: lastId("bid_messages", { userId, bidId }),
    due_at: new Date(at.getTime() + unreadMinutes * minute),
  });
}

/** Forgets messages that a side has read, so that no mail tells of them. */
export const forgetMessages = (
  trx: Transaction<Tables>,
  { userId, bidId, isByAgent }: Omit<News, "at"> & { isByAgent: boolean },
): Promise<unknown> =>
  trx
    .deleteFrom("bid_news")
    .where("bid_id", "=", bidId)
    .where("kind", "=", "message")
    .where("recipient_id", isByAgent ? "<>" : "=", userId)
    .execute();

/** The lock of the bid orders its entries: the last one is the writer's own. */
const lastId = (
  table: "bid_log" | "bid_messages",
  { userId, bidId }: Omit<News, "at">,
) =>
  sql<string>`(select max(id) from ${sql.table(table)}
    where user_id = ${userId} and bid_id = ${bidId})`;

/**
 * The first news of a bid decides when its mail is due and where it begins. The update of
 * later news locks the row: the mail job waits for this transaction, so that its mail has
 * this change as well.
 */
const insertNews = (
  trx: Transaction<Tables>,
  news: InsertObject<Tables, "bid_news">,
): Promise<unknown> =>
  trx
    .insertInto("bid_news")
    .values(news)
    .onConflict((conflict) =>
      conflict
        .columns(["recipient_id", "bid_id", "kind"])
        .doUpdateSet({ first_id: sql`bid_news.first_id` }),
    )
    .execute();

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
