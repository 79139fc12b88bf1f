import { useGetList, useLocaleState } from "ra-core";
import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { formatMoment } from "../../workspace/formatMoment";
import type { HistoryEntry } from "../document/types";
import { ReasonDialog } from "../publish/ReasonDialog";
import { usePublish } from "../publish/usePublish";
import { useWorkshop } from "../WorkshopContext";
import { EntryChanges } from "./EntryChanges";
import styles from "./history.module.css";

/** Entries that are read at once. */
const mostEntries = 100;

/** What was published of a list, when, by whom and why; one can go back. */
export default function HistoryPanel({ onChanged }: { onChanged: () => void }) {
  const t = useT();
  const { published } = useWorkshop();
  const { data, error, refetch, isFetching } = useHistory(published.id);
  const [undoing, setUndoing] = useState<HistoryEntry | null>(null);
  if (error && !data)
    return (
      <ErrorNotice
        error={error}
        isRetrying={isFetching}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (data?.length === 0) return <p>{t("workshop.history.empty")}</p>;
  return (
    <>
      <ol className={styles.entries}>
        {data?.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onUndo={() => {
              setUndoing(entry);
            }}
          />
        ))}
      </ol>
      {undoing && (
        <Undo
          entry={undoing}
          onClose={() => {
            setUndoing(null);
          }}
          onDone={() => {
            setUndoing(null);
            void refetch();
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** The changes of a list, the latest first. */
export const useHistory = (resource: string) =>
  useGetList<HistoryEntry>("workspace/changes", {
    filter: { resource },
    sort: { field: "id", order: "DESC" },
    pagination: { page: 1, perPage: mostEntries },
  });

function Entry({ entry, onUndo }: { entry: HistoryEntry; onUndo: () => void }) {
  const t = useT();
  const [locale] = useLocaleState();
  const [isOpen, setOpen] = useState(false);
  const { kind, reason, author, at, summary, undoneBy } = entry;
  return (
    <li className={styles.entry}>
      <p className={styles.reason}>{reason}</p>
      <p className={styles.about}>
        {t(`workshop.history.${kind}`)} · {author} · {formatMoment(at, locale)}{" "}
        · {t("workshop.history.parts", { smart_count: summary })}
        {undoneBy !== null && ` · ${t("workshop.history.undone")}`}
      </p>
      <div className={styles.actions}>
        <Button
          kind="ghost"
          aria-expanded={isOpen}
          aria-label={t("workshop.history.show", { reason })}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t("workshop.touches.difference")}
        </Button>
        {kind !== "export" && undoneBy === null && (
          <Button kind="ghost" onClick={onUndo}>
            {t("workshop.history.undo")}
          </Button>
        )}
      </div>
      {isOpen && <EntryChanges id={entry.id} />}
    </li>
  );
}

function Undo({
  entry,
  onClose,
  onDone,
}: {
  entry: HistoryEntry;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const { isSending, error, send } = usePublish("workshop.history.undoDone");
  const undo = async (reason: string) => {
    if (await send({ undoes: entry.id, reason })) onDone();
  };
  return (
    <ReasonDialog
      title={t("workshop.history.undoTitle")}
      action={t("workshop.history.undo")}
      isSending={isSending}
      error={error}
      onSend={(reason) => {
        void undo(reason);
      }}
      onClose={onClose}
    >
      <p>{t("workshop.history.undoText")}</p>
      <EntryChanges id={entry.id} />
    </ReasonDialog>
  );
}
