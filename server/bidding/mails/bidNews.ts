import { sql, type InsertObject, type Transaction } from "kysely";
import type { Tables } from "../../platform/database/tables";

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
