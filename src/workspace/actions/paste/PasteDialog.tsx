import { useState } from "react";
import { debounce } from "../../../../domain/limits";
import type { RowRecord } from "../../../providers/dataProvider";
import { CallError } from "../../../providers/CallError";
import { useT } from "../../../providers/i18n/useT";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { Labelled } from "../../../ui/Field";
import { useDebounced } from "../../controls/inputDrafts";
import { noTable, useTable, type ImportTable } from "../../forms/useTable";
import { useListing, useListRows } from "../../listing/ListingContext";
import { useListActions } from "../../listing/listActions";
import { useActionTexts } from "../actionTexts";
import type { ActionFlow } from "../useActionFlow";
import { isDone } from "../writeRows";
import { choicesIn, PasteOptions } from "./PasteOptions";
import { PasteRows } from "./PasteRows";
import { PasteState } from "./PasteState";
import {
  changedLines,
  problemsOf,
  usePastePreview,
  type PastePreview,
} from "./pasteCall";
import { inShownOrder } from "./shownOrder";
import { recordOf, usePasteRun, type PasteRun } from "./usePasteRun";
import styles from "./paste.module.css";

/**
 * Writes values that were copied from a spreadsheet into rows of the list: a column in the
 * order on screen, or columns whose first one identifies the rows. A preview shows each
 * change before anything is written.
 */
export default function PasteDialog({
  form,
  flow,
  onClose,
}: {
  form: NonNullable<ActionFlow["form"]>;
  flow: ActionFlow;
  onClose: () => void;
}) {
  const { known, records, text: given } = form;
  const { action } = known;
  const t = useT();
  const { resource } = useListing();
  const { rows: shown = [] } = useListRows();
  const { label } = useActionTexts();
  const { table, setTable, drop, isRestored } = useTable(
    `paste ${resource.name}`,
  );
  const { selection } = useListActions();
  const isOfRows = records.some(({ id }) => id !== "");
  // The rows of the list may move while the person reads the preview.
  const [targets] = useState(() =>
    isOfRows ? inShownOrder(records, shown) : shown,
  );
  const [isSelected] = useState(() =>
    records.every(({ id }) => selection.get().rows.has(id)),
  );
  const [isBegun, setBegun] = useState(given === undefined);
  if (!isBegun) {
    setBegun(true);
    setTable({ ...noTable, text: given ?? "" });
  }
  const { text } = table;
  const choices = choicesIn(table.choices);
  const [attempt, setAttempt] = useState(0);
  const [leavesOut, setLeavesOut] = useState(false);
  const { key = [] } = action.paste ?? {};
  const typed = useDebounced(text, debounce.typed);
  const byKey =
    key.length > 0 &&
    (targets.length === 0 || (choices.byKey ?? /^[^\n]*\t/.test(typed.trim())));
  const { hasHeadings, dayOrder, clears } = choices;
  const { query, preview: read } = usePastePreview(
    resource,
    {
      ...{ action: action.id, text: typed, hasHeadings, dayOrder, clears },
      ids: byKey ? undefined : targets.map(({ id }) => id),
      columns: table.columns ?? undefined,
    },
    attempt,
  );
  const run = usePasteRun(known, flow, () => {
    drop();
    onClose();
  });
  const { isRunning, results, ending } = run;
  const preview = text.trim() === "" ? undefined : read;
  const isStale =
    typed !== text ||
    query.isPlaceholderData ||
    query.isFetching ||
    query.isError;
  const change = (next: Partial<ImportTable>) => {
    run.reset();
    setLeavesOut(false);
    setTable({ ...table, ...next });
  };
  const readAgain = () => {
    run.reset();
    setAttempt(attempt + 1);
  };
  const tableReason =
    query.error instanceof CallError ? query.error.errors.text?.[0] : undefined;
  return (
    <Dialog
      title={label(action)}
      size="wide"
      onClose={isRunning ? run.stop : onClose}
      actions={
        <PasteButtons
          preview={preview}
          shown={shown}
          run={run}
          isStale={isStale}
          leavesOut={leavesOut}
          onAgain={readAgain}
          onClose={onClose}
        />
      }
    >
      <div className={styles.parts}>
        <p className={styles.lead}>{t("paste.lead")}</p>
        <Labelled label={t("paste.text")} error={tableReason ?? null}>
          {(attributes) => (
            <textarea
              {...attributes}
              className={styles.text}
              rows={preview ? 3 : 6}
              spellCheck={false}
              wrap="off"
              readOnly={isRunning}
              value={text}
              onChange={({ target }) => {
                change({ ...noTable, text: target.value });
              }}
            />
          )}
        </Labelled>
        {isRestored && text !== "" && (
          <p className={styles.restored}>
            {t("import.restored")}{" "}
            <Button
              kind="ghost"
              disabled={isRunning}
              onClick={() => {
                change(noTable);
                drop();
              }}
            >
              {t("form.restored.reset")}
            </Button>
          </p>
        )}
        {query.isError && tableReason === undefined && (
          <ErrorNotice
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {preview && query.isError && (
          <p className={styles.restored}>{t("paste.stale")}</p>
        )}
        {preview && (
          <PasteOptions
            preview={preview}
            choices={{ ...choices, byKey }}
            columns={isStale ? table.columns : null}
            keyFields={key}
            targetCount={targets.length}
            isSelected={isSelected}
            isDisabled={isRunning}
            onChange={({ columns = table.columns, ...next }) => {
              change({ columns, choices: { ...choices, ...next } });
            }}
          />
        )}
        {preview && preview.missing === null && (
          <>
            <PasteState preview={preview} run={run} />
            <PasteRows
              preview={preview}
              shown={shown}
              results={results}
              hasRun={isRunning || ending !== null}
            />
            {countProblems(preview) > 0 && changedLines(preview).length > 0 && (
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={leavesOut}
                  disabled={isRunning}
                  onChange={({ target }) => {
                    setLeavesOut(target.checked);
                  }}
                />
                {t("paste.leaveOut", { smart_count: countProblems(preview) })}
              </label>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const countProblems = (preview: PastePreview): number => {
  const { cells, lines } = problemsOf(preview);
  return cells + lines;
};

/** The buttons that apply the paste, stop it, write the rest and take it back. */
function PasteButtons({
  preview,
  shown,
  run,
  isStale,
  leavesOut,
  onAgain,
  onClose,
}: {
  preview: PastePreview | undefined;
  shown: readonly RowRecord[];
  run: PasteRun;
  /** Whether the preview does not belong to the text. */
  isStale: boolean;
  leavesOut: boolean;
  onAgain: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const [isUndoing, setUndoing] = useState(false);
  const lines = preview ? changedLines(preview) : [];
  const refused = preview ? countProblems(preview) : 0;
  const { results, isRunning, ending } = run;
  const isWritten = (id: string | null) => {
    const result = results.get(id ?? "");
    return result !== undefined && isDone(result);
  };
  const rest = lines.filter(({ id }) => !isWritten(id));
  const isBlocked = refused > 0 && !leavesOut;
  const start = () =>
    void run.start(
      lines.map((line) => ({
        record: recordOf(line, shown),
        values: line.changes as RowRecord["row"],
      })),
    );
  if (isRunning)
    return (
      <Button
        onClick={({ detail }) => {
          // The second press of a double click is meant for the button before.
          if (detail < 2) run.stop();
        }}
      >
        {t("paste.stop")}
      </Button>
    );
  if (ending !== null)
    return (
      <>
        {rest.length < lines.length && (
          <Button
            kind="ghost"
            isPending={isUndoing}
            onClick={() => {
              setUndoing(true);
              void run.undo().then((isUndone) => {
                setUndoing(false);
                if (isUndone) onAgain();
              });
            }}
          >
            {t("paste.undo")}
          </Button>
        )}
        <Button
          kind={ending === "left" ? "primary" : "standard"}
          disabled={isUndoing}
          onClick={onAgain}
        >
          {t("paste.again")}
        </Button>
        {ending !== "left" && (
          <Button kind="primary" disabled={isUndoing} onClick={start}>
            {t("paste.retry", { smart_count: rest.length })}
          </Button>
        )}
      </>
    );
  return (
    <>
      {lines.length > 0 && isBlocked && (
        <p className={styles.blocked}>{t("paste.blocked")}</p>
      )}
      {preview?.missing === null && lines.length === 0 && refused === 0 && (
        <p className={styles.blocked}>{t("paste.none")}</p>
      )}
      <Button onClick={onClose}>{t("actions.confirm.cancel")}</Button>
      {lines.length > 0 && (
        <Button kind="primary" disabled={isBlocked || isStale} onClick={start}>
          {t("paste.apply", { smart_count: lines.length })}
        </Button>
      )}
    </>
  );
}
