import type { Viewer } from "../../../domain/access";
import { chatSideOf } from "../../../domain/chat";
import type { BidChatReply } from "../../../generated/schemas";
import { announceChange } from "../../platform/changes";
import { inTransaction } from "../../platform/database";
import type { Context } from "../../workspace/context";
import { findReadableBid } from "../bidQueries";
import { forgetMessages } from "../mails/queueBidMail";
import {
  chatEntry,
  findLastRead,
  findMessages,
  hasUnread,
  markUpTo,
} from "./chatQueries";
import { lockChat } from "./sendMessage";

const pageSize = 100;

/**
 * Returns the last 100 messages about a bid, or the last before the message
 * `before`, oldest first, and whether the viewer's side has read all. It marks
 * nothing as read. Throws not_found as `findReadableBid`.
 */
export async function readChat(
  { database: { kysely } }: Pick<Context, "database">,
  request: { viewer: Viewer; bidId: string; before: string | undefined },
): Promise<BidChatReply> {
  const { viewer, bidId, before } = request;
  const { user_id: userId } = await findReadableBid(kysely, viewer, bidId);
  const side = chatSideOf(viewer, userId);
  const chat = { userId, bidId };
  // Read first: a message that arrives in between must not count as read.
  const isUnread = await hasUnread(kysely, chat, side);
  const lastRead = await findLastRead(kysely, chat, side);
  const found = await findMessages(kysely, chat, {
    before,
    most: pageSize + 1,
  });
  return {
    success: true,
    chat: found
      .slice(0, pageSize)
      .map((row) => chatEntry(row, side))
      .toReversed(),
    isRead: !isUnread,
    lastRead,
    hasEarlier: found.length > pageSize,
  };
}

/**
 * Marks the messages about a bid as read by the viewer's side: up to a message,
 * else up to the last one. Throws not_found as `findReadableBid`.
 */
export async function markRead(
  { database }: Pick<Context, "database">,
  request: { viewer: Viewer; bidId: string; upTo: string | undefined },
): Promise<void> {
  const { viewer, bidId, upTo } = request;
  const { user_id: userId } = await findReadableBid(
    database.kysely,
    viewer,
    bidId,
  );
  const chat = { userId, bidId };
  await inTransaction(database, async (trx) => {
    await lockChat(trx, chat);
    await announceChange(trx, "bids");
    const [last] = await findMessages(trx, chat, {
      before: undefined,
      most: 1,
    });
    if (!last) return;
    const isKnown = upTo !== undefined && BigInt(upTo) < BigInt(last.id);
    const side = chatSideOf(viewer, userId);
    if (!isKnown && side !== "dealer")
      await forgetMessages(trx, { ...chat, isByAgent: side === "agent" });
    await markUpTo(trx, chat, {
      side,
      messageId: isKnown ? upTo : last.id,
    });
  });
}
