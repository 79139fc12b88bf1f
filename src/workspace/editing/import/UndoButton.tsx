import { useState } from "react";
import type { Resource } from "../../../../domain/resource";
import { CallError } from "../../../providers/CallError";
import type { Row } from "../../../providers/dataProvider";
import { useT } from "../../../providers/i18n/useT";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { useKnownTexts } from "../../fieldText";
import { useImportCalls, useReload, type Batch } from "./importCalls";

/** Undoes an import after a question. Rows that were changed since stop it first. */
export function UndoButton({
  resource,
  id,
  onUndone,
}: {
  resource: Resource;
  id: string;
  onUndone: (batch: Batch) => void;
}) {
  const t = useT();
  const { undo } = useImportCalls(resource);
  const reload = useReload(resource);
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The answer to leave these rows outlives a lost reply.
  const [changed, setChanged] = useState<Changed | null>(null);
  const close = () => {
    setIsOpen(false);
    setError(null);
    setChanged(null);
  };
  const send = async () => {
    setIsPending(true);
    setError(null);
    try {
      const batch = await undo(id, changed !== null);
      close();
      onUndone(batch);
      reload();
    } catch (thrown) {
      const found = changedRows(thrown);
      if (found) setChanged(found);
      else setError(thrown);
      if (isUndone(thrown)) reload();
    } finally {
      setIsPending(false);
    }
  };
  return (
    <>
      <Button
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {t("import.undo")}
      </Button>
      {isOpen && (
        <Dialog
          title={t("import.undoTitle")}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t("import.cancel")}</Button>
              <Button
                kind="danger"
                isPending={isPending}
                onClick={() => void send()}
              >
                {t(changed ? "import.leave" : "import.undo")}
              </Button>
            </>
          }
        >
          {changed ? (
            <ChangedRows resource={resource} {...changed} />
          ) : (
            <p>{t("import.undoText")}</p>
          )}
          {error !== null && <ErrorNotice error={error} />}
        </Dialog>
      )}
    </>
  );
}

type Changed = { count: number; rows: readonly Row[] };

/** Names the rows that were changed after the import. */
function ChangedRows({
  resource,
  count,
  rows,
}: Changed & { resource: Resource }) {
  const t = useT();
  const known = useKnownTexts();
  const more = count - rows.length;
  return (
    <div role="alert">
      <p>{t("import.overwritten", { smart_count: count })}</p>
      <ul>
        {rows.map((row) => (
          <li key={String(row.id)}>
            {known(row, resource.import?.key ?? []).join(", ")}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t("import.more", { smart_count: more })}</p>}
    </div>
  );
}

/** Returns whether somebody else has undone the import before. */
const isUndone = (error: unknown): boolean =>
  error instanceof CallError && error.code === "import_undone";

function changedRows(error: unknown): Changed | null {
  if (!(error instanceof CallError) || error.code !== "import_overwritten")
    return null;
  const { count, rows } = error.current ?? {};
  return {
    count: Number(count),
    rows: Array.isArray(rows) ? (rows as readonly Row[]) : [],
  };
}
