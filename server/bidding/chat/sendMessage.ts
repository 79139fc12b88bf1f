import { sql, type Insertable, type Transaction } from "kysely";
import type { Viewer } from "../../../domain/access";
import { chatSideOf, refuseMessage, type ChatSide } from "../../../domain/chat";
import type { SaveChatReply } from "../../../generated/schemas";
import { countAttempt } from "../../identity";
import { announceChange } from "../../platform/changes";
import type { Tables } from "../../platform/database/tables";
import { fieldFailure } from "../../platform/errors";
import { writeOnce } from "../../platform/idempotency";
import type { Context } from "../../workspace/context";
import { findReadableBid } from "../bidQueries";
import { noteMessage } from "../mails/queueBidMail";
import { chatEntry, type MessageRow } from "./chatQueries";

type Chat = { userId: string; bidId: string };

/** Far above what a person types. */
const mostMessages = { most: 60, windowSeconds: 60 };

/**
 * Writes a message about a bid and returns its entry of the chat. A manager
 * writes for the agent, everybody else for themselves. The text is trimmed.
 *
 * @throws not_found for an unknown bid and one that the author may not read;
 * 422 beside `comment` for an empty text and one of more than 2,000 characters;
 * too_many_requests; key_reused.
 */
export async function sendMessage(
  context: Pick<Context, "database" | "clock">,
  request: {
    author: { viewer: Viewer; fullName: string };
    bidId: string;
    comment: string;
    /** The idempotency key: the same for all retries of one message. */
    key: string | null;
  },
): Promise<SaveChatReply> {
  const { database, clock } = context;
  const { author, bidId, comment, key } = request;
  const { viewer } = author;
  const { user_id: userId } = await findReadableBid(
    database.kysely,
    viewer,
    bidId,
  );
  const text = comment.trim();
  const refusal = refuseMessage(text);
  if (refusal) throw fieldFailure("comment", refusal);
  await countAttempt(context, [
    { key: `chat user ${viewer.userId}`, ...mostMessages },
  ]);
  const now = clock.now();
  const asked = ["save-chat", bidId, text];
  return writeOnce(
    database,
    { userId: viewer.userId, key, request: asked, now },
    async (trx) => {
      const side = chatSideOf(viewer, userId);
      const added = await addMessage(trx, {
        chat: { userId, bidId },
        author: { side, id: viewer.userId, name: author.fullName },
        text,
        at: now,
      });
      return { success: true, entry: chatEntry(added, side) };
    },
  );
}

/** Writes a message that was checked, in the transaction of the caller. */
export async function addMessage(
  trx: Transaction<Tables>,
  message: {
    /** The bid and its client. */
    chat: Chat;
    author: { side: ChatSide; id: string; name: string };
    text: string;
    at: Date;
  },
): Promise<MessageRow> {
  const { chat, author, text, at } = message;
  // Before the note: a read mark that holds the lock may still forget the note.
  const locked = await lockChat(trx, chat);
  await announceChange(trx, "bids");
  const added = await insertMessage(
    trx,
    {
      user_id: chat.userId,
      bid_id: chat.bidId,
      side: author.side,
      author_id: author.id,
      author_name: author.name,
      text,
      at,
    },
    locked,
  );
  await noteMessage(trx, { ...chat, at, isByAgent: author.side === "agent" });
  return added;
}

/**
 * Locks a bid, so that a message and a read mark of its chat follow one another,
 * and returns whether its client has a dealer.
 */
export async function lockChat(
  trx: Transaction<Tables>,
  { userId, bidId }: Chat,
): Promise<{ hasDealer: boolean }> {
  const { dealer_id } = await trx
    .selectFrom("bids")
    .innerJoin("users", "users.id", "bids.user_id")
    .select("users.dealer_id")
    .where("bids.user_id", "=", userId)
    .where("bids.id", "=", bidId)
    .forUpdate("bids")
    .executeTakeFirstOrThrow();
  return { hasDealer: dealer_id !== null };
}

/**
 * Inserts a message and marks it as unread for the other sides. The caller has
 * locked the chat.
 */
async function insertMessage(
  trx: Transaction<Tables>,
  message: Insertable<Tables["bid_messages"]>,
  { hasDealer }: { hasDealer: boolean },
): Promise<MessageRow> {
  const { side, user_id, bid_id } = message;
  const inserted = await trx
    .insertInto("bid_messages")
    .values(message)
    .returning(["id", "side", "author_name", "text", "at"])
    .executeTakeFirstOrThrow();
  const raised = {
    ...(side === "client" ? {} : { client_unread: true }),
    ...(side === "dealer" || !hasDealer ? {} : { dealer_unread: true }),
    ...(side === "agent" ? {} : { agent_unread: true }),
  };
  await trx
    .updateTable("bids")
    .set({ ...raised, seq: sql`nextval('change_seq')` })
    .where("user_id", "=", user_id)
    .where("id", "=", bid_id)
    .execute();
  return inserted;
}
