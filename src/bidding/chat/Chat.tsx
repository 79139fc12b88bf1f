import { useQueryClient } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { useState, useId, useRef, type KeyboardEvent } from "react";
import { bidActorOf } from "../../../domain/bidTransitions";
import type { BidChatEntry } from "../../../generated/schemas";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useSignedIn } from "../../providers/session";
import { useStoreValue } from "../../providers/store";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { useIsPageVisible } from "../../ui/useMedia";
import { formatMoment } from "../../workspace/formatMoment";
import { localText } from "../facts/moment";
import { longestMessage, refuseMessage } from "../../../domain/chat";
import { formatNumber } from "../../../domain/money";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { Note } from "../../ui/Field";
import { outgoingOf, resend, sendText, type Outgoing } from "./outgoing";
import { useChat, useLogScroll } from "./useChat";
import styles from "./Chat.module.css";

/** The messages about a bid and a field for the next one. */
export function Chat({ bidId }: { bidId: string }) {
  const t = useT();
  const queryClient = useQueryClient();
  const { userId } = useSignedIn().viewer;
  const { isOwnServer } = useWorkspace();
  const outgoing = useStoreValue(outgoingOf(userId, bidId));
  const [isAtEnd, setAtEnd] = useState(true);
  const isSeen = useIsPageVisible() && isAtEnd;
  const chat = useChat(bidId, isSeen);
  const { entries = [] } = chat;
  const { ref, onScroll, toEnd } = useLogScroll({
    first: entries[0]?.id,
    last: [
      entries.at(-1)?.id,
      // A message grows when it fails.
      ...outgoing.map(({ key, error }) => `${key} ${String(error)}`),
    ].join(),
    onAtEnd: setAtEnd,
  });
  const firstNew = firstNewId(entries, chat.lastRead);
  const to = {
    userId,
    bidId,
    queryClient,
    isOwnServer,
  };
  return (
    <div className={styles.chat}>
      <QueryFailure
        data={chat.entries}
        error={chat.error}
        isFetching={chat.isFetching}
        refetch={chat.retry}
      />
      {!chat.entries && chat.error === null && <Skeleton height={88} />}
      <div
        ref={ref}
        className={styles.log}
        role="log"
        aria-label={t("chat.messages")}
        tabIndex={0}
        onScroll={onScroll}
      >
        {chat.loadEarlier && chat.earlierError !== null && (
          <ErrorNotice
            error={chat.earlierError}
            isRetrying={chat.isLoadingEarlier}
            onRetry={chat.loadEarlier}
          />
        )}
        {chat.loadEarlier && chat.earlierError === null && (
          <Button
            kind="ghost"
            className={styles.earlier}
            isPending={chat.isLoadingEarlier}
            onClick={chat.loadEarlier}
          >
            {t("chat.earlier")}
          </Button>
        )}
        {chat.entries?.length === 0 && outgoing.length === 0 && (
          <p className={styles.empty}>{t("chat.empty")}</p>
        )}
        <ol className={styles.messages}>
          {entries.map((entry) => (
            <Message
              key={entry.id}
              entry={entry}
              isNew={entry.id === firstNew}
            />
          ))}
          {outgoing.map((message) => (
            <OutgoingMessage
              key={message.key}
              message={message}
              onResend={() => {
                resend(to, message);
              }}
            />
          ))}
        </ol>
      </div>
      {!isAtEnd && (
        <Button className={styles.newest} onClick={toEnd}>
          {t("chat.newest")}
        </Button>
      )}
      <Composer
        userId={userId}
        bidId={bidId}
        onSend={(text) => {
          sendText(to, text, serverNow());
          toEnd();
        }}
      />
    </div>
  );
}

/** Returns the first message of another side after the last one that was read. */
const firstNewId = (
  entries: readonly BidChatEntry[],
  lastRead: string | null | undefined,
): string | undefined =>
  lastRead === undefined
    ? undefined
    : entries.find(
        ({ id, isOwn }) => !isOwn && BigInt(id) > BigInt(lastRead ?? 0),
      )?.id;

function Message({ entry, isNew }: { entry: BidChatEntry; isNew: boolean }) {
  const t = useT();
  const { viewer } = useSignedIn();
  const { text, time, isOwn, author } = entry;
  const otherSide =
    bidActorOf(viewer) === "manager" ? "chat.otherSide" : "chat.other";
  return (
    <>
      {isNew && (
        <li className={styles.divider}>
          <span>{t("chat.new")}</span>
        </li>
      )}
      <li className={classes(styles.message, isOwn && styles.own)}>
        <p className={styles.about}>
          <b>{author ?? t(isOwn ? "chat.you" : otherSide)}</b>{" "}
          <MessageTime time={time} />
        </p>
        <p className={styles.text} dir="auto">
          {text}
        </p>
      </li>
    </>
  );
}

function OutgoingMessage({
  message,
  onResend,
}: {
  message: Outgoing;
  onResend: () => void;
}) {
  const t = useT();
  const { text, time, error } = message;
  const isFailed = error !== undefined;
  return (
    <li
      className={classes(
        styles.message,
        styles.own,
        isFailed ? styles.failed : styles.sending,
      )}
    >
      <p className={styles.about}>
        {isFailed ? <b>{t("chat.failed")}</b> : t("chat.sending")}{" "}
        <MessageTime time={time} />
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {isFailed && (
        <p className={styles.reason}>
          <span>{errorText(error, t)}</span>{" "}
          <Button onClick={onResend}>{t("chat.resend")}</Button>
        </p>
      )}
    </li>
  );
}

/** The time in Japan, named as such, and the time in the reader's zone if it differs. */
function MessageTime({ time }: { time: string }) {
  const t = useT();
  const [locale] = useLocaleState();
  const japan = formatMoment(time, locale);
  const yours = localText(time, locale, t);
  return (
    <time className={styles.time} dateTime={time}>
      {[t("chat.inJapan", { time: japan }), yours].filter(Boolean).join(" · ")}
    </time>
  );
}

/**
 * The field for a message. Enter sends it, Shift+Enter begins a line, and Enter
 * in an input method only chooses a word. The text is a draft of this bid, which
 * survives closing the chat, a reload and an expired session.
 */
function Composer({
  userId,
  bidId,
  onSend,
}: {
  userId: string;
  bidId: string;
  /** Gets the trimmed text, which is not empty. */
  onSend: (text: string) => void;
}) {
  const t = useT();
  const noteId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = { userId, form: `chat ${bidId}` };
  const [text, setText] = useState(() => {
    const kept = findDraft(draft)?.text;
    return typeof kept === "string" ? kept : "";
  });
  const trimmed = text.trim();
  const isTooLong = refuseMessage(trimmed) === "message_too_long";

  const change = (next: string) => {
    setText(next);
    if (next === "") dropDraft(draft);
    else keepDraft({ ...draft, changed: { text: next }, survivesReload: true });
  };
  const send = () => {
    if (refuseMessage(trimmed) !== null) return;
    onSend(trimmed);
    change("");
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === "Enter" && !event.shiftKey;
    if (!isSend || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.composer}>
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        value={text}
        placeholder={t("chat.placeholder")}
        aria-label={t("chat.message")}
        aria-describedby={noteId}
        aria-invalid={isTooLong || undefined}
        onChange={(event) => {
          change(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <Button kind="primary" className={styles.send} onClick={send}>
        {t("chat.send")}
      </Button>
      <Note
        id={noteId}
        error={
          isTooLong
            ? t("chat.tooLong", { length: formatNumber(longestMessage) })
            : null
        }
      />
    </div>
  );
}
