import { useMutation } from "@tanstack/react-query";
import { useDataProvider, useNotify, useTranslate } from "ra-core";
import {
  useId,
  useRef,
  useState,
  type SyntheticEvent,
  type ReactNode,
} from "react";
import { CallError } from "../../providers/http";
import { type MessageKey, useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { isNoDocument } from "../../../domain/declarations/document";
import type { Check, EditableResource } from "../document/draft";
import { usePartText, Problems } from "../parts/Changes";
import { useWorkshop } from "../WorkshopContext";
import styles from "./publish.module.css";

const minReasonLength = 3;
const maxReasonLength = 300;

type ReasonDialogProps = {
  title: string;
  /** The label of the submit button. */
  action: string;
  /** The notification after success. */
  done: MessageKey;
  /** The body of `POST /workspace/changes` without the reason. */
  body: object;
  /** The check of what will be published. */
  check: Check | null;
  isDisabled?: boolean;
  children: ReactNode;
  onDone: () => void;
  onClose: (error: unknown) => void;
};

/**
 * Publishes a change after the reader has entered a reason. If the change opens
 * existing parts to more viewers, or hides or shows stored rows, the reader must confirm
 * that too.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, action, done, body, check, children, onDone, onClose } = props;
  const t = useT();
  const formId = useId();
  const { isPending, error, mutate } = usePublish(done, onDone);
  const isSent = useRef(false);
  const [reason, setReason] = useState("");
  const [confirmsAccess, setConfirmsAccess] = useState(false);
  const [confirmsRows, setConfirmsRows] = useState(false);
  const movesRows = (check?.impact.rows ?? 0) > 0;
  const widens = check?.impact.viewers.some(
    ({ widened }) => widened.length > 0,
  );
  const isReady =
    reason.trim().length >= minReasonLength &&
    (!widens || confirmsAccess) &&
    (!movesRows || confirmsRows) &&
    !props.isDisabled;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // A second click can come before the button is disabled.
    if (!isReady || isSent.current) return;
    isSent.current = true;
    const confirmed = {
      ...(widens ? { confirmsAccess } : {}),
      ...(movesRows ? { confirmsRows } : {}),
    };
    mutate(
      { ...body, ...confirmed, reason: reason.trim() },
      { onError: () => (isSent.current = false) },
    );
  };
  return (
    <Dialog
      title={title}
      onClose={() => onClose(error)}
      actions={
        <>
          <Button onClick={() => onClose(error)}>
            {t("workshop.publish.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            disabled={!isReady}
            isPending={isPending}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Field
          label={t("workshop.publish.reason")}
          hint={t("workshop.publish.reasonHint")}
          value={reason}
          maxLength={maxReasonLength}
          onChange={({ target }) => setReason(target.value)}
        />
        {widens && check && (
          <WiderAccess
            check={check}
            isConfirmed={confirmsAccess}
            onConfirm={setConfirmsAccess}
          />
        )}
        {movesRows && check && (
          <MovedRows
            check={check}
            isConfirmed={confirmsRows}
            onConfirm={setConfirmsRows}
          />
        )}
      </form>
      {error && <ErrorNotice error={error} />}
      {error instanceof CallError && <Problems problems={error.problems} />}
      {children}
    </Dialog>
  );
}

type ConfirmProps = {
  check: Check;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
};

/** Says that stored rows are hidden or shown, and asks for a confirmation. */
function MovedRows({ check, isConfirmed, onConfirm }: ConfirmProps) {
  const t = useT();
  const { published } = useWorkshop();
  return (
    <fieldset className={styles.wider}>
      <legend>{t("workshop.newList.hidesRows")}</legend>
      <p>{t(movedRowsKey(published), { smart_count: check.impact.rows })}</p>
      <label>
        <input
          type="checkbox"
          checked={isConfirmed}
          onChange={({ target }) => onConfirm(target.checked)}
        />{" "}
        {t("workshop.newList.confirmRows")}
      </label>
    </fieldset>
  );
}

/** Returns the text about the rows of a list that does not exist yet, or is removed. */
export const movedRowsKey = ({
  document,
}: Pick<EditableResource, "document">): MessageKey =>
  isNoDocument(document)
    ? "workshop.newList.showsRowsText"
    : "workshop.newList.hidesRowsText";

function WiderAccess({ check, isConfirmed, onConfirm }: ConfirmProps) {
  const t = useT();
  const translate = useTranslate();
  const partText = usePartText();
  return (
    <fieldset className={styles.wider}>
      <legend>{t("workshop.publish.wider")}</legend>
      <ul>
        {check.impact.viewers
          .filter(({ widened }) => widened.length > 0)
          .map(({ role, widened }) => (
            <li key={role}>
              {t("workshop.impact.gains", {
                role: translate(`workshop.choices.${role}`),
                parts: widened.map(partText).join(", "),
              })}
            </li>
          ))}
      </ul>
      <label>
        <input
          type="checkbox"
          checked={isConfirmed}
          onChange={({ target }) => onConfirm(target.checked)}
        />{" "}
        {t("workshop.publish.confirmWider")}
      </label>
    </fieldset>
  );
}

/** Returns the call that publishes a change, with its state. */
function usePublish(done: MessageKey, onDone: () => void) {
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const t = useT();
  return useMutation({
    mutationFn: (data: object) =>
      dataProvider.create("workspace/changes", { data }),
    onSuccess: () => {
      notify(t(done), { type: "success" });
      onDone();
    },
  });
}
