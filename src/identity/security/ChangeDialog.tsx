import type { ReactNode } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import styles from "./SecurityPage.module.css";

type ChangeDialogProps = {
  title: string;
  accept: string;
  children: ReactNode;
  change: {
    mutate: (sent: undefined) => void;
    isPending: boolean;
    error: unknown;
  };
  onClose: () => void;
};

/** Asks before a change that takes something away. */
export function ChangeDialog({
  title,
  accept,
  children,
  change,
  onClose,
}: ChangeDialogProps) {
  const t = useT();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("form.cancel")}</Button>
          <Button
            kind="danger"
            isPending={change.isPending}
            onClick={() => {
              change.mutate(undefined);
            }}
          >
            {accept}
          </Button>
        </>
      }
    >
      <div className={styles.steps}>
        {change.error !== null && <ErrorNotice error={change.error} />}
        <p>{children}</p>
      </div>
    </Dialog>
  );
}
