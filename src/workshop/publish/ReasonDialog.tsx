import { useState, type ReactNode } from "react";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Problems } from "../parts/Problems";

/** Characters that a reason has at least, and at most. */
const shortest = 3;
const longest = 300;

type ReasonDialogProps = {
  title: string;
  /** What the button says. */
  action: string;
  children: ReactNode;
  isSending: boolean;
  error: unknown;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Asks why, before something is published or rolled back. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, action, children, isSending, error, onSend, onClose } = props;
  const t = useT();
  const [reason, setReason] = useState("");
  const isEnough = reason.trim().length >= shortest;
  const send = () => {
    if (isEnough && !isSending) onSend(reason.trim());
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("workshop.publish.cancel")}</Button>
          <Button
            kind="primary"
            disabled={!isEnough}
            isPending={isSending}
            onClick={send}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label={t("workshop.publish.reason")}
          hint={t("workshop.publish.reasonHint")}
          value={reason}
          maxLength={longest}
          onChange={({ target }) => {
            setReason(target.value);
          }}
        />
      </form>
      {error !== undefined && (
        <>
          <ErrorNotice error={error} />
          {error instanceof CallError && <Problems problems={error.problems} />}
        </>
      )}
      {children}
    </Dialog>
  );
}
