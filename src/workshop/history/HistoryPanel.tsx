import { useLocaleState } from "ra-core";
import { useMemo, useState } from "react";
import { apply, copyParts } from "../../../domain/declarations/apply";
import { isEqual } from "../../../domain/formats";
import { keyedList, isInOrder } from "../../../domain/declarations/keyedList";
import { partAt } from "../../../domain/declarations/part";
import type { WorkspaceChangesReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import { QueryFailure } from "../../ui/QueryFailure";
import { formatMoment } from "../../workspace/formatMoment";
import { useHistory, useRecord } from "../calls";
import type { Change, Document, HistoryEntry } from "../document/draft";
import { useCheck } from "../document/useDraft";
import { Changes, usePartText, Group, Problems } from "../parts/Changes";
import { ReasonDialog } from "../publish/ReasonDialog";
import { useWorkshop } from "../WorkshopContext";
import parts from "../parts/parts.module.css";
import styles from "./history.module.css";

/** Lists the published changes of a list. Each can be rolled back in parts. */
export default function HistoryPanel({ onChanged }: { onChanged: () => void }) {
  const t = useT();
  const { published } = useWorkshop();
  const query = useHistory(published.id);
  const { data, refetch } = query;
  const [undoing, setUndoing] = useState<string | null>(null);
  return (
    <>
      <QueryFailure {...query} />
      {data?.length === 0 && <p>{t("workshop.history.empty")}</p>}
      <ol className={styles.entries}>
        {data?.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            rollback={data.find(({ id }) => id === entry.undoneBy)}
            onUndo={() => setUndoing(entry.id)}
          />
        ))}
      </ol>
      {undoing !== null && (
        <RollbackDialog
          id={undoing}
          onClose={() => setUndoing(null)}
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

function Entry({
  entry,
  rollback,
  onUndo,
}: {
  entry: HistoryEntry;
  /** The change that rolled this one back. */
  rollback: HistoryEntry | undefined;
  onUndo: () => void;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const [isOpen, setOpen] = useState(false);
  const { kind, reason, author, at, summary, undoneBy, widened } = entry;
  const isPartial = rollback !== undefined && rollback.summary < summary;
  const facts = [
    t(`workshop.history.${kind}`),
    author,
    formatMoment(at, locale),
    t("workshop.history.parts", { smart_count: summary }),
    widened.length > 0 && t("workshop.history.widened"),
    undoneBy !== null &&
      t(`workshop.history.${isPartial ? "partlyUndone" : "undone"}`),
  ];
  return (
    <li className={parts.card}>
      <p className={styles.reason}>{reason}</p>
      <p className={styles.about}>{facts.filter(Boolean).join(" · ")}</p>
      <div className={styles.actions}>
        <Button
          kind="ghost"
          aria-expanded={isOpen}
          aria-label={t("workshop.history.show", { reason })}
          onClick={() => setOpen(!isOpen)}
        >
          {t("workshop.impact.difference")}
        </Button>
        {kind !== "export" && (undoneBy === null || isPartial) && (
          <Button kind="ghost" onClick={onUndo}>
            {t("workshop.history.undo")}
          </Button>
        )}
      </div>
      {isOpen && <EntryChanges id={entry.id} />}
    </li>
  );
}

const useChange = (id: string) =>
  useRecord<WorkspaceChangesReply>("workspace/changes", id);

function EntryChanges({ id }: { id: string }) {
  const query = useChange(id);
  return (
    <>
      <QueryFailure {...query} />
      {query.data && <Changes changes={query.data.difference} />}
    </>
  );
}

type RollbackProps = { onClose: () => void; onDone: () => void };

function RollbackDialog({ id, ...props }: RollbackProps & { id: string }) {
  const query = useChange(id);
  return (
    <>
      <QueryFailure {...query} />
      {query.data && <Rollback change={query.data} {...props} />}
    </>
  );
}

/**
 * Lets the reader choose the parts to roll back and shows what will change, over the
 * version that was published when the dialog opened. Parts that have changed since the
 * change are not selected at first. If a newer version is published, the reader has to
 * check the parts over it before anything is rolled back.
 */
function Rollback({
  change: { id, before, difference: changes },
  onClose,
  onDone,
}: RollbackProps & { change: WorkspaceChangesReply }) {
  const t = useT();
  const partText = usePartText();
  const { published } = useWorkshop();
  const [{ document: present, version }, setOpened] = useState(published);
  const isOutdated = version !== published.version;
  const later = useMemo(
    () => new Set(apply(present, changes).conflicts),
    [present, changes],
  );
  const [excluded, setExcluded] = useState<ReadonlySet<Change>>(later);
  const { open, chosen, document } = useMemo(() => {
    const open = changes.filter((part) => !isRolledBack(present, part));
    const chosen = open.filter((part) => !excluded.has(part));
    return { open, chosen, document: copyParts(present, before, chosen) };
  }, [present, before, changes, excluded]);
  const { check, isChecking, error } = useCheck(
    published.id,
    document,
    version,
  );
  return (
    <ReasonDialog
      title={t("workshop.history.undoTitle")}
      action={t("workshop.history.undo")}
      done="workshop.history.undoDone"
      body={{
        undoes: id,
        parts: chosen.map(({ pointer }) => pointer),
        version,
      }}
      check={check}
      isDisabled={
        isOutdated ||
        isChecking ||
        chosen.length === 0 ||
        (check?.problems.length ?? 0) > 0
      }
      onDone={onDone}
      onClose={onClose}
    >
      {isOutdated && (
        <Notice tone="info" role="alert">
          <p>{t("workshop.history.outdated")}</p>
          <Button
            onClick={() => {
              const { conflicts } = apply(published.document, changes);
              setOpened(published);
              setExcluded(new Set([...excluded, ...conflicts]));
            }}
          >
            {t("workshop.history.checkAgain")}
          </Button>
        </Notice>
      )}
      {open.length === 0 ? (
        <p>{t("workshop.history.nothingLeft")}</p>
      ) : (
        <fieldset className={classes(parts.card, styles.parts)}>
          <legend>{t("workshop.history.choose")}</legend>
          {open.map((change) => (
            <label key={`${change.kind} ${change.pointer}`}>
              <input
                type="checkbox"
                checked={!excluded.has(change)}
                onChange={({ target }) => {
                  const next = new Set(excluded);
                  if (target.checked) next.delete(change);
                  else next.add(change);
                  setExcluded(next);
                }}
              />{" "}
              {partText(change.pointer)}
              {later.has(change) && ` · ${t("workshop.history.changedSince")}`}
            </label>
          ))}
        </fieldset>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {isChecking && <p role="status">{t("workshop.publish.checking")}</p>}
      {check && !isChecking && chosen.length > 0 && (
        <Group title={t("workshop.history.willChange")}>
          <Problems problems={check.problems} />
          <Changes changes={check.difference} />
        </Group>
      )}
    </ReasonDialog>
  );
}

/** Whether a part has the value again that it had before the change. */
function isRolledBack(
  present: Document,
  { pointer, kind, before }: Change,
): boolean {
  const value = partAt(present, pointer);
  const list = keyedList(value);
  return kind === "order"
    ? list !== null && isInOrder(list, before as string[])
    : isEqual(value, before);
}
