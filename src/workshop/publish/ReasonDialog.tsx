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
import type { Check } from "../document/draft";
import { usePartText, Problems } from "../parts/Changes";
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
 * existing parts to more viewers, the reader must confirm that too.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, action, done, body, check, children, onDone, onClose } = props;
  const t = useT();
  const formId = useId();
  const { isPending, error, mutate } = usePublish(done, onDone);
  const isSent = useRef(false);
  const [reason, setReason] = useState("");
  const [confirmsAccess, setConfirmsAccess] = useState(false);
  const widens = check?.impact.viewers.some(
    ({ widened }) => widened.length > 0,
  );
  const isReady =
    reason.trim().length >= minReasonLength &&
    (!widens || confirmsAccess) &&
    !props.isDisabled;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // A second click can come before the button is disabled.
    if (!isReady || isSent.current) return;
    isSent.current = true;
    const access = widens ? { confirmsAccess } : {};
    mutate(
      { ...body, ...access, reason: reason.trim() },
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
      </form>
      {error && <ErrorNotice error={error} />}
      {error instanceof CallError && <Problems problems={error.problems} />}
      {children}
    </Dialog>
  );
}

function WiderAccess({
  check,
  isConfirmed,
  onConfirm,
}: {
  check: Check;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}) {
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
