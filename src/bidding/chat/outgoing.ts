import type { QueryClient } from "@tanstack/react-query";
import type { SaveChatReply } from "../../../generated/schemas";
import { CallError } from "../../providers/CallError";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { request } from "../../providers/http";
import { randomId } from "../../providers/write";
import { isSignedInAs, sessionStore } from "../../providers/session";
import { createStore, type Store } from "../../providers/store";
import { appendEntry, chatKey } from "./chatQuery";

/** A message that the server has not confirmed. */
export type Outgoing = {
  /** The idempotency key, which a retry uses again. */
  key: string;
  text: string;
  /** ISO. */
  time: string;
  /** Why it could not be sent; missing while it is being sent. */
  error?: unknown;
};

type Outbox = {
  userId: string;
  messages: Store<readonly Outgoing[]>;
  /** Ends with the call of the last message, so that messages keep their order. */
  last: Promise<void>;
};

/**
 * Unsent messages by user and bid. They survive closing the panel and reloading the
 * page.
 */
const outboxes = new Map<string, Outbox>();

function outboxOf(userId: string, bidId: string): Outbox {
  const key = `${userId} ${bidId}`;
  const known = outboxes.get(key);
  if (known) return known;
  const draft = { userId, form: `chat-outbox ${bidId}` };
  const messages = createStore(unconfirmed(findDraft(draft)?.messages));
  messages.subscribe(() => {
    // A reply may come after the session has ended.
    if (!isSignedInAs(userId)) return;
    const kept = messages.get().map(({ key, text, time }) => ({
      key,
      text,
      time,
    }));
    if (kept.length === 0) dropDraft(draft);
    else
      keepDraft({
        ...draft,
        changed: { messages: kept },
        survivesReload: true,
      });
  });
  const outbox = { userId, messages, last: Promise.resolve() };
  outboxes.set(key, outbox);
  return outbox;
}

/** Returns the messages that the page had not confirmed when it was closed. */
const unconfirmed = (stored: unknown): readonly Outgoing[] =>
  (Array.isArray(stored) ? (stored as Outgoing[]) : []).map((message) => ({
    ...message,
    error: new CallError({ status: 0, code: "interrupted" }),
  }));

/** Returns the messages of a person about a bid that the server has not confirmed. */
export const outgoingOf = (
  userId: string,
  bidId: string,
): Store<readonly Outgoing[]> => outboxOf(userId, bidId).messages;

type Sending = {
  userId: string;
  bidId: string;
  queryClient: QueryClient;
  /** Servers with the specified calls alone get no idempotency keys. */
  isOwnServer: boolean;
};

/**
 * Sends a message after the messages before it and shows it in the chat. If that
 * fails, the message stays and says why.
 */
export function sendText(to: Sending, text: string, now: Date): void {
  const { messages } = outboxOf(to.userId, to.bidId);
  const message = { key: randomId(), text, time: now.toISOString() };
  messages.set([...messages.get(), message]);
  deliver(to, message);
}

/** Sends a failed message again, with the same key. */
export function resend(to: Sending, { key, text, time }: Outgoing): void {
  const { messages } = outboxOf(to.userId, to.bidId);
  const message = { key, text, time };
  messages.set(
    messages.get().map((other) => (other.key === key ? message : other)),
  );
  deliver(to, message);
}

function deliver(to: Sending, message: Outgoing): void {
  const outbox = outboxOf(to.userId, to.bidId);
  outbox.last = outbox.last.then(() => deliverNow(to, outbox, message));
}

async function deliverNow(
  { bidId, queryClient, isOwnServer }: Sending,
  { userId, messages }: Outbox,
  message: Outgoing,
): Promise<void> {
  const { key, text } = message;
  // The cookies belong to another session now.
  if (!isSignedInAs(userId)) return;
  try {
    const { entry } = await request<SaveChatReply>("/bid/save-chat", {
      method: "POST",
      body: { bidId, comment: text },
      headers: isOwnServer ? { "Idempotency-Key": key } : undefined,
    });
    if (entry) appendEntry(queryClient, bidId, entry);
    else await queryClient.refetchQueries({ queryKey: chatKey(bidId) });
    messages.set(messages.get().filter((other) => other.key !== key));
  } catch (error) {
    messages.set(
      messages
        .get()
        .map((other) => (other.key === key ? { ...other, error } : other)),
    );
  }
}

// Nothing of a user stays in memory when the session ends.
sessionStore.subscribe(() => {
  for (const [key, { userId }] of outboxes)
    if (!isSignedInAs(userId)) outboxes.delete(key);
});
