import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { CallError } from "../../providers/http";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { IconButton } from "../../ui/IconButton";
import { documentOf } from "../document/draft";
import { Changes } from "../parts/Changes";
import { useWorkshop } from "../WorkshopContext";
import { ReasonDialog } from "./ReasonDialog";
import { usePublish } from "./usePublish";
import { useWhyNot } from "./useWhyNot";
import styles from "./publish.module.css";

/** Steps back and forth, discard, publish; with the reason why not. */
export function PublishBar({ onPublished }: { onPublished: () => void }) {
  const t = useT();
  const { editing } = useWorkshop();
  const [open, setOpen] = useState<"publish" | "discard" | null>(null);
  const whyNot = useWhyNot();
  const close = () => {
    setOpen(null);
  };
  return (
    <div className={styles.bar}>
      <IconButton
        icon="undo"
        label={t("workshop.draft.undo")}
        disabled={editing.draft.past.length === 0}
        onClick={editing.undo}
      />
      <IconButton
        icon="redo"
        label={t("workshop.draft.redo")}
        disabled={editing.draft.future.length === 0}
        onClick={editing.redo}
      />
      <Button
        disabled={!editing.isChanged}
        onClick={() => {
          setOpen("discard");
        }}
      >
        {t("workshop.draft.discard")}
      </Button>
      <Button
        kind="primary"
        disabled={whyNot !== null}
        aria-describedby="why-not"
        onClick={() => {
          setOpen("publish");
        }}
      >
        {t("workshop.publish.open")}
      </Button>
      <p id="why-not" role="status" className={styles.why}>
        {whyNot}
      </p>
      {open === "publish" && (
        <PublishDialog onClose={close} onPublished={onPublished} />
      )}
      {open === "discard" && (
        <Dialog
          title={t("workshop.draft.discardAsk")}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t("workshop.draft.keep")}</Button>
              <Button
                kind="danger"
                onClick={() => {
                  editing.discard();
                  close();
                }}
              >
                {t("workshop.draft.discard")}
              </Button>
            </>
          }
        >
          <p>{t("workshop.draft.discardText")}</p>
        </Dialog>
      )}
    </div>
  );
}

function PublishDialog({
  onClose,
  onPublished,
}: {
  onClose: () => void;
  onPublished: () => void;
}) {
  const t = useT();
  const { published, editing, checked } = useWorkshop();
  const { isSending, error, send } = usePublish("workshop.publish.done");
  const publish = async (reason: string) => {
    const { base, present } = editing.draft;
    const document = documentOf(present);
    if (!document) return;
    const { version } = base;
    const body = { resource: published.id, document, version, reason };
    if (await send(body)) {
      editing.settle(document);
      onClose();
      onPublished();
    }
  };
  return (
    <ReasonDialog
      title={t("workshop.publish.title")}
      action={t("workshop.publish.send")}
      isSending={isSending}
      error={error}
      onSend={(reason) => {
        void publish(reason);
      }}
      onClose={() => {
        onClose();
        if (error instanceof CallError && error.status === 409) onPublished();
      }}
    >
      {checked.check && <Changes changes={checked.check.difference} />}
    </ReasonDialog>
  );
}
