import { sql, type Transaction } from "kysely";
import type { Viewer } from "../../../domain/access";
import type { ChatSide } from "../../../domain/chat";
import { toJapanIso } from "../../../domain/japanTime";
import type { BidChatEntry } from "../../../generated/schemas";
import type { Reader, Tables } from "../../platform/database/tables";
import { scopeSql } from "../../workspace/listing";
import { bidScope, bidSource, unreadColumns, unreadSql } from "../bidSource";

type Chat = { userId: string; bidId: string };

/** Returns whether the viewer has read all messages, by the id of the bid. */
export async function findReadStates(
  db: Reader,
  viewer: Viewer,
  bidIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (bidIds.length === 0) return new Map();
  const bids = await db
    .selectFrom("bids")
    .select(["id", unreadSql(viewer).as("is_unread")])
    .where("id", "in", [...bidIds])
    .execute();
  return new Map(bids.map(({ id, is_unread }) => [id, !is_unread]));
}

/** Counts the bids with unread messages that the viewer may read. */
export async function countUnreadChats(
  db: Reader,
  viewer: Viewer,
): Promise<number> {
  const { count } = await db
    .selectFrom("bids")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where(unreadSql(viewer))
    .where(scopeSql(bidSource, bidScope(viewer)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether the bid has messages that a side has not read. */
export async function hasUnread(
  db: Reader,
  { userId, bidId }: Chat,
  side: ChatSide,
): Promise<boolean> {
  const bid = await db
    .selectFrom("bids")
    .select(`${unreadColumns[side]} as is_unread`)
    .where("user_id", "=", userId)
    .where("id", "=", bidId)
    .executeTakeFirst();
  return bid?.is_unread ?? false;
}

/** Returns at most `most` messages before another one, newest first. */
export const findMessages = (
  db: Reader,
  { userId, bidId }: Chat,
  { before, most }: { before: string | undefined; most: number },
) =>
  db
    .selectFrom("bid_messages")
    .select(["id", "side", "author_name", "text", "at"])
    .where("user_id", "=", userId)
    .where("bid_id", "=", bidId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(most)
    .execute();

export type MessageRow = Awaited<ReturnType<typeof findMessages>>[number];

/**
 * Returns a message as the viewers of a side see it. Only managers see which
 * manager wrote for the agent, as in lists of bids.
 */
export const chatEntry = (row: MessageRow, side: ChatSide): BidChatEntry => ({
  id: row.id,
  text: row.text,
  time: toJapanIso(row.at),
  isOwn: row.side === side,
  isErrorOnSend: false,
  ...(row.side === "agent" && side !== "agent"
    ? {}
    : { author: row.author_name }),
});

/** Returns the last message that a side has read, null without one. */
export async function findLastRead(
  db: Reader,
  { userId, bidId }: Chat,
  side: ChatSide,
): Promise<string | null> {
  const read = await db
    .selectFrom("bid_reads")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("bid_id", "=", bidId)
    .where("side", "=", side)
    .executeTakeFirst();
  return read?.message_id ?? null;
}

/**
 * Notes that a side has read all messages up to one of them. The bid is no longer
 * unread for the side if no other side has written since. The caller has locked
 * the chat.
 */
export async function markUpTo(
  trx: Transaction<Tables>,
  { userId, bidId }: Chat,
  { side, messageId }: { side: ChatSide; messageId: string },
): Promise<void> {
  await trx
    .insertInto("bid_reads")
    .values({ user_id: userId, bid_id: bidId, side, message_id: messageId })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "bid_id", "side"]).doUpdateSet({
        message_id: sql`greatest(bid_reads.message_id, excluded.message_id)`,
      }),
    )
    .execute();
  const column = unreadColumns[side];
  await trx
    .updateTable("bids")
    .set({ [column]: false, seq: sql`nextval('change_seq')` })
    .where("user_id", "=", userId)
    .where("id", "=", bidId)
    .where(column, "=", true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("bid_messages")
            .select("bid_messages.id")
            .where("bid_messages.user_id", "=", userId)
            .where("bid_messages.bid_id", "=", bidId)
            .where("bid_messages.side", "<>", side)
            .where("bid_messages.id", ">", messageId),
        ),
      ),
    )
    .execute();
}
