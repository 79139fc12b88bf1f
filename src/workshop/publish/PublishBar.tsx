import { useState } from "react";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { IconButton } from "../../ui/IconButton";
import { documentOf } from "../document/draft";
import { Changes, Problems } from "../parts/Changes";
import { useWorkshop } from "../WorkshopContext";
import { ReasonDialog } from "./ReasonDialog";
import styles from "./publish.module.css";

/** Stays in sight: undo, redo, the number of changes and errors, publish. */
export function PublishBar({ onPublished }: { onPublished: () => void }) {
  const t = useT();
  const { editing, checked, openTab, revealOf } = useWorkshop();
  const [dialog, setDialog] = useState<"publish" | "discard" | null>(null);
  const { status, isReady } = useStatus();
  const problems = (editing.isChanged && checked.check?.problems) || [];
  const counts = useCounts();
  const close = () => setDialog(null);
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
      <div id="publish-status" role="status" className={styles.status}>
        {counts && (
          <Button kind="ghost" onClick={() => openTab("impact")}>
            {counts}
          </Button>
        )}
        {problems.length > 0 ? (
          <details className={styles.errors}>
            <summary>{status}</summary>
            <Problems problems={problems} revealOf={revealOf} />
          </details>
        ) : (
          <span>{status}</span>
        )}
      </div>
      <Button
        disabled={!editing.isChanged}
        onClick={() => setDialog("discard")}
      >
        {t("workshop.draft.discard")}
      </Button>
      <Button
        kind="primary"
        disabled={!isReady}
        aria-describedby="publish-status"
        onClick={() => setDialog("publish")}
      >
        {t("workshop.publish.open")}
      </Button>
      {dialog === "publish" && (
        <PublishDialog onClose={close} onPublished={onPublished} />
      )}
      {dialog === "discard" && (
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

/** Returns the number of changes and of warnings, empty without changes. */
function useCounts(): string {
  const t = useT();
  const { editing, checked } = useWorkshop();
  const { difference = [], warnings = [] } = checked.check ?? {};
  if (!editing.isChanged || difference.length === 0) return "";
  const counts = [
    t("workshop.draft.changes", { smart_count: difference.length }),
  ];
  if (warnings.length > 0)
    counts.push(
      t("workshop.problems.warnings", { smart_count: warnings.length }),
    );
  return counts.join(", ");
}

/** Returns whether the draft can be published, and a text if it cannot. */
function useStatus(): { status: string | null; isReady: boolean } {
  const t = useT();
  const { editing, checked, declaration, published } = useWorkshop();
  const { check, isChecking, error } = checked;
  const blocked = (status: string) => ({ status, isReady: false });
  if (!editing.isChanged) return blocked(t("workshop.publish.unchanged"));
  if (!declaration) return blocked(t("workshop.publish.broken"));
  if (editing.draft.base.version !== published.version)
    return blocked(t("workshop.publish.moved"));
  if (isChecking || (!check && error === undefined))
    return blocked(t("workshop.publish.checking"));
  const errors = check?.problems.length ?? 0;
  return errors > 0
    ? blocked(t("workshop.publish.problems", { smart_count: errors }))
    : { status: null, isReady: true };
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
  // People publish what they have read here, even if another tab edits the draft.
  const [opened] = useState(() => ({
    document: documentOf(editing.draft.present),
    version: editing.draft.base.version,
    check: checked.check,
  }));
  const { document, version, check } = opened;
  if (!document) return null;
  return (
    <ReasonDialog
      title={t("workshop.publish.title")}
      action={t("workshop.publish.send")}
      done="workshop.publish.done"
      body={{ resource: published.id, document, version }}
      check={check}
      onDone={() => {
        editing.markPublished(document);
        onClose();
        onPublished();
      }}
      onClose={(error) => {
        onClose();
        if (error instanceof CallError && error.status === 409) onPublished();
      }}
    >
      {check && (
        <div className={styles.changes}>
          <Changes changes={check.difference} />
        </div>
      )}
    </ReasonDialog>
  );
}
