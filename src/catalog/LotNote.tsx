import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Resource } from "../../domain/resource";
import type { LotDetail, SaveCommentReply } from "../../generated/schemas";
import { CallError } from "../providers/CallError";
import { dropDraft, findDraft, keepDraft } from "../providers/formDrafts";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { Box } from "../ui/Box";
import { Button } from "../ui/Button";
import { ClampedText } from "../ui/ClampedText";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Labelled } from "../ui/Field";
import { Notice } from "../ui/Notice";
import { useAuthorText } from "../workspace/useLabels";
import styles from "./LotNote.module.css";

const longest = 2000;

/**
 * The note of managers about a lot. Managers edit it; saving an empty text deletes
 * it. Clients read it, and see nothing without a note. A text that was typed and
 * not saved is kept over failures, a new login and a reload of the page. If another
 * manager has changed the note since, both texts are shown and the person chooses.
 */
export function LotNote({
  resource,
  lot,
}: {
  resource: Resource;
  lot: LotDetail;
}) {
  const t = useT();
  const author = useAuthorText();
  const { viewer } = useSignedIn();
  const { id, comment, commentEditable } = lot.carCommonDetail;
  const about = { userId: viewer.userId, form: `lot-note ${id}` };
  const draft = findDraft(about);
  const kept = draft?.comment;
  const [typed, setTyped] = useState<string | null>(
    typeof kept === "string" && commentEditable ? kept : null,
  );
  const form = useRef<HTMLFormElement>(null);
  const [isFocusReturning, setFocusReturning] = useState(false);
  const { save, showNote, isPending, error } = useSaveNote(resource, id);
  // The note over which the person types; only this one is replaced.
  const [seen, setSeen] = useState<string | null>(
    typeof draft?.before === "string" ? draft.before : draft ? null : comment,
  );
  const theirs = noteOfConflict(error, seen);
  // Also holds the text that was typed while a save was running.
  const latest = useRef(typed);
  const type = (text: string | null) => {
    latest.current = text;
    setTyped(text);
  };
  if (!comment && !commentEditable) return null;
  const saveOver = (before: string | null) => {
    if (typed === null || isTooLong) return;
    void save({ comment: typed, before }).then(
      () => {
        if (latest.current === typed) close();
        else setSeen(typed.trim() || null);
      },
      () => undefined,
    );
  };
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
              setSeen(comment);
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
            saveOver(seen);
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
                    changed: { comment: target.value, before: seen },
                    survivesReload: true,
                  });
                }}
              />
            )}
          </Labelled>
          {theirs && (
            <Notice tone="error" role="alert">
              <div>
                <p>{t("lot.noteConflict", { who: author(theirs.changed) })}</p>
                <ClampedText text={theirs.comment ?? t("lot.noteEmpty")} />
                <div className={styles.buttons}>
                  <Button
                    onClick={() => {
                      showNote(theirs.comment);
                      close();
                    }}
                  >
                    {t("lot.noteTheirs")}
                  </Button>
                  <Button
                    kind="primary"
                    disabled={isTooLong || isPending}
                    onClick={() => {
                      setSeen(theirs.comment);
                      saveOver(theirs.comment);
                    }}
                  >
                    {t("lot.noteMine")}
                  </Button>
                </div>
              </div>
            </Notice>
          )}
          {error && !theirs && <ErrorNotice error={error} />}
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
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (note: { comment: string; before: string | null }) =>
      request<SaveCommentReply>("/car-auction/save-comment", {
        method: "POST",
        body: { carId: lotId, ...note },
      }),
    onSuccess: ({ comment }) => showNote(comment),
  });
  const showNote = (comment: string | null) => {
    reset();
    queries.setQueryData<LotDetail>(["detail", resource.name, lotId], (shown) =>
      shown
        ? { ...shown, carCommonDetail: { ...shown.carCommonDetail, comment } }
        : shown,
    );
  };
  return { save: mutateAsync, showNote, isPending, error };
}

/** Returns the note that refused a save; null if the manager has seen this note. */
function noteOfConflict(error: unknown, seen: string | null) {
  if (!(error instanceof CallError) || error.status !== 409) return null;
  const { current, changed } = error;
  const comment = current?.comment;
  const note = typeof comment === "string" ? comment : null;
  return note === seen ? null : { comment: note, changed };
}
