import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useRef, useState } from "react";
import { rowPath } from "../../../domain/listing/defaultCalls";
import type { Resource } from "../../../domain/resource";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import type { RowInFull } from "../../providers/rowApi";
import { useSendWrite } from "../../providers/write";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";

/** Asks before a row is removed. A row that has changed is not removed. */
export function RemoveDialog({
  resource,
  id,
  found,
  title,
  call,
  onClose,
  onRemoved,
}: {
  resource: Resource;
  id: string;
  found: RowInFull;
  title: string;
  call: NonNullable<Resource["calls"]["remove"]>;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const t = useT();
  const notify = useNotify();
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
      onRemoved();
      void queryClient.invalidateQueries({ queryKey: [resource.name] });
      queryClient.removeQueries({ queryKey: ["row", resource.name, id] });
    } catch (reason) {
      setError(reason);
      // The page behind the dialog then shows the row as it is now, or without it.
      if (reason instanceof CallError && [404, 409].includes(reason.status)) {
        void queryClient.invalidateQueries({
          queryKey: ["row", resource.name, id],
        });
        void queryClient.invalidateQueries({ queryKey: [resource.name] });
      }
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
