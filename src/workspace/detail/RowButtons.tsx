import styles from "./detail.module.css";
import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { rowPath } from "../../../domain/listing/defaultCalls";
import { rowPathsOf } from "../../../domain/listing/addresses";
import type { Resource } from "../../../domain/resource";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import type { RowInFull } from "../../providers/rowApi";
import { useWorkspace } from "../../providers/workspace";
import { useSendWrite } from "../../providers/write";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { LinkButton } from "../../ui/LinkButton";
import { Notice } from "../../ui/Notice";
import { useUnmetReason } from "../useUnmetReason";

type RowButtonsProps = {
  resource: Resource;
  id: string;
  found: RowInFull;
  title: string;
};

/** The buttons that edit and remove a row, as far as the calls allow them. */
export function RowButtons(props: RowButtonsProps) {
  const t = useT();
  const { resource, id } = props;
  const [isRemoving, setRemoving] = useState(false);
  const { update } = rowPathsOf(resource);
  const reason = useUnmetReason(useWorkspace().row(resource.row));
  const reasons = useId();
  const { remove, update: change } = resource.calls;
  if (!update && !remove) return null;
  const { detail } = props.found;
  const noRemoval = reason(remove?.conditions, detail);
  const noChange = reason(change?.conditions, detail);
  return (
    <div className={styles.actions}>
      {remove && (
        <Button
          kind="danger"
          disabled={noRemoval !== null}
          aria-describedby={
            noRemoval === null ? undefined : `${reasons}-remove`
          }
          onClick={() => {
            setRemoving(true);
          }}
        >
          {t("row.remove.button")}
        </Button>
      )}
      {update && noChange === null && (
        <LinkButton to={update.replace(":id", encodeURIComponent(id))}>
          {t("form.edit")}
        </LinkButton>
      )}
      {update && noChange !== null && (
        <Button disabled aria-describedby={`${reasons}-update`}>
          {t("form.edit")}
        </Button>
      )}
      {remove && noRemoval !== null && (
        <p id={`${reasons}-remove`} className={styles.reason}>
          {t("row.remove.button")}: {noRemoval}
        </p>
      )}
      {update && noChange !== null && (
        <p id={`${reasons}-update`} className={styles.reason}>
          {t("form.edit")}: {noChange}
        </p>
      )}
      {isRemoving && remove && (
        <RemoveDialog
          {...props}
          call={remove}
          onClose={() => {
            setRemoving(false);
          }}
        />
      )}
    </div>
  );
}

/** Asks before a row is removed. A row that has changed is not removed. */
function RemoveDialog({
  resource,
  id,
  found,
  title,
  call,
  onClose,
}: RowButtonsProps & {
  call: NonNullable<Resource["calls"]["remove"]>;
  onClose: () => void;
}) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const sendWrite = useSendWrite();
  const queryClient = useQueryClient();
  const [opened] = useState(found);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const running = useRef(false);
  const hasChanged = found.etag !== opened.etag && !isSending;
  const remove = async () => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    setError(undefined);
    try {
      await sendWrite({
        method: call.method,
        path: rowPath(call.path, id),
        etag: opened.etag,
      });
      notify(t("row.remove.done"), { type: "success" });
      void navigate(resource.route);
      void queryClient.invalidateQueries({ queryKey: [resource.name] });
      queryClient.removeQueries({ queryKey: ["row", resource.name, id] });
    } catch (reason) {
      setError(reason);
      // The page behind the dialog then shows the row as it is now.
      if (reason instanceof CallError && reason.status === 409)
        void queryClient.invalidateQueries({
          queryKey: ["row", resource.name, id],
        });
    } finally {
      running.current = false;
      setSending(false);
    }
  };
  return (
    <Dialog
      title={t("row.remove.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("form.cancel")}</Button>
          {!hasChanged && (
            <Button
              kind="danger"
              isPending={isSending}
              onClick={() => void remove()}
            >
              {t("row.remove.button")}
            </Button>
          )}
        </>
      }
    >
      <p>{t("row.remove.text", { name: title })}</p>
      {hasChanged ? (
        <Notice tone="error" role="alert">
          {t("row.remove.changed")}
        </Notice>
      ) : (
        error !== undefined && <ErrorNotice error={error} />
      )}
    </Dialog>
  );
}
