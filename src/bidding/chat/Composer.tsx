import { useId, useRef, useState, type KeyboardEvent } from "react";
import { longestMessage, refuseMessage } from "../../../domain/chat";
import { formatNumber } from "../../../domain/money";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Field";
import styles from "./Chat.module.css";

/**
 * The field for a message. Enter sends it, Shift+Enter begins a line, and Enter
 * in an input method only chooses a word. The text is a draft of this bid, which
 * survives closing the chat, a reload and an expired session.
 */
export function Composer({
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
