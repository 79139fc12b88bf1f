import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Resource } from "../../domain/resource";
import type { LotDetail, SaveCommentReply } from "../../generated/schemas";
import { dropDraft, findDraft, keepDraft } from "../providers/formDrafts";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { Box } from "../ui/Box";
import { Button } from "../ui/Button";
import { ClampedText } from "../ui/ClampedText";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Labelled } from "../ui/Field";
import styles from "./LotNote.module.css";

const longest = 2000;

/**
 * The note of managers about a lot. Managers edit it; saving an empty text deletes
 * it. Clients read it, and see nothing without a note. A text that was typed and
 * not saved is kept over failures, a new login and a reload of the page.
 */
export function LotNote({
  resource,
  lot,
}: {
  resource: Resource;
  lot: LotDetail;
}) {
  const t = useT();
  const { viewer } = useSignedIn();
  const { id, comment, commentEditable } = lot.carCommonDetail;
  const about = { userId: viewer.userId, form: `lot-note ${id}` };
  const kept = findDraft(about)?.comment;
  const [typed, setTyped] = useState<string | null>(
    typeof kept === "string" && commentEditable ? kept : null,
  );
  const form = useRef<HTMLFormElement>(null);
  const [isFocusReturning, setFocusReturning] = useState(false);
  const { save, isPending, error } = useSaveNote(resource, id);
  // Also holds the text that was typed while a save was running.
  const latest = useRef(typed);
  const type = (text: string | null) => {
    latest.current = text;
    setTyped(text);
  };
  if (!comment && !commentEditable) return null;
  const close = () => {
    dropDraft(about);
    setFocusReturning(form.current?.contains(document.activeElement) === true);
    type(null);
  };
  const isEditing = typed !== null;
  // By code points, as the server counts.
  const count = Array.from(typed ?? "").length;
  const isTooLong = count > longest;
  return (
    <Box
      title={t(commentEditable ? "lot.noteForClients" : "lot.note")}
      tools={
        commentEditable &&
        !isEditing && (
          <Button
            kind="ghost"
            autoFocus={isFocusReturning}
            onClick={() => {
              type(comment ?? "");
            }}
          >
            {t(comment ? "lot.noteEdit" : "lot.noteAdd")}
          </Button>
        )
      }
    >
      {isEditing ? (
        <form
          ref={form}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isTooLong) return;
            void save(typed).then((isSaved) => {
              if (isSaved && latest.current === typed) close();
            });
          }}
        >
          <Labelled
            label={t("lot.noteLabel")}
            hint={t("lot.noteHint")}
            error={
              isTooLong
                ? t("lot.noteTooLong", { count, limit: longest })
                : undefined
            }
          >
            {(attributes) => (
              <textarea
                {...attributes}
                autoFocus
                className={styles.input}
                rows={4}
                value={typed}
                onChange={({ target }) => {
                  type(target.value);
                  keepDraft({
                    ...about,
                    changed: { comment: target.value },
                    survivesReload: true,
                  });
                }}
              />
            )}
          </Labelled>
          {error !== null && <ErrorNotice error={error} />}
          <div className={styles.buttons}>
            <Button
              type="submit"
              kind="primary"
              isPending={isPending}
              disabled={isTooLong}
            >
              {t("lot.noteSave")}
            </Button>
            <Button onClick={close}>{t("lot.noteCancel")}</Button>
          </div>
        </form>
      ) : (
        <div className={styles.text}>
          <ClampedText text={comment ?? t("lot.noteEmpty")} />
        </div>
      )}
    </Box>
  );
}

/** Returns how to save the note of a lot; the page shows the saved text at once. */
function useSaveNote(resource: Resource, lotId: string) {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (text: string): Promise<boolean> => {
    setPending(true);
    setError(null);
    try {
      const { comment } = await request<SaveCommentReply>(
        "/car-auction/save-comment",
        { method: "POST", body: { carId: lotId, comment: text } },
      );
      queries.setQueryData<LotDetail>(["lot", resource.name, lotId], (shown) =>
        shown
          ? { ...shown, carCommonDetail: { ...shown.carCommonDetail, comment } }
          : shown,
      );
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setPending(false);
    }
  };
  return { save, isPending, error };
}
