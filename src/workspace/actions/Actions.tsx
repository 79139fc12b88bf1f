import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useNotify } from "ra-core";
import type { Action } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import {
  useListActions,
  useListing,
  useListRows,
} from "../listing/ListingContext";
import { isWaiting, type UndoStep } from "../listing/rowChanges";
import { noSelection } from "../listing/selection";
import { QuestionDialog } from "./ActionDialogs";
import { HelpSheet } from "./HelpSheet";
import { SelectionBar } from "./SelectionBar";
import { useActionBodies, type KnownAction } from "./useActionBodies";
import { useActionFlow } from "./useActionFlow";
import { useCellEdits } from "./useCellEdits";
import { useShortcuts } from "./useShortcuts";

const RowMenu = lazy(() => import("./RowMenu"));
const ActionForm = lazy(() => import("./ActionForm"));

const noActions: readonly Action[] = [];
const noRows: readonly RowRecord[] = [];

/** Stands for the rows of an action that is started for the whole list. */
const listRecord: RowRecord = { id: "", row: {} };

/** The bar, menus, dialogs and keys of a list's actions. */
export default function Actions() {
  const { resource } = useListing();
  const { rows = noRows } = useListRows();
  const { selection, changes, request, edits } = useListActions();
  const { rows: selected } = useStoreValue(selection);
  const requested = useStoreValue(request);
  const notify = useNotify();
  const t = useT();
  const { actions = noActions } = resource;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasEdits = useStoreValue(edits).length > 0;
  const known = useActionBodies(
    actions,
    requested !== null || selected.size > 0 || hasEdits || isHelpOpen,
  );
  const flow = useActionFlow();
  const shownById = useMemo(
    () => new Map(rows.map((record) => [record.id, record])),
    [rows],
  );
  const records = [...selected.values()].map(
    (record) => shownById.get(record.id) ?? record,
  );
  const on = (place: Action["on"][number]) =>
    known.filter(({ action }) => action.on.includes(place));
  const start = (
    action: KnownAction,
    records: readonly RowRecord[],
    values?: Row,
  ) => void flow.start(action, records, values);

  useUnsentGuard();
  useEffect(() => {
    if (requested?.kind !== "start") return;
    const { actionId, records: targets = [listRecord], shortcut } = requested;
    const wanted = known.find(({ action }) => action.id === actionId);
    // Until its body has arrived, the request stays.
    if (!wanted) return;
    request.set(null);
    const { asked, choice } = wanted;
    const value = shortcut === undefined ? undefined : choice?.values[shortcut];
    const values =
      choice && value !== undefined
        ? { [choice.name]: value }
        : asked.length === 0
          ? {}
          : undefined;
    void flow.start(wanted, targets, values);
  }, [requested, request, known, flow]);

  useCellEdits({ known, flow, shownById });
  useShortcuts({
    actions,
    targets: (focused) => {
      if (records.length > 0) return records;
      const record = focused === null ? undefined : shownById.get(focused);
      return record ? [record] : [];
    },
    onStart: ({ id, on }, targets, shortcut) => {
      const place = records.length > 0 ? "selection" : "row";
      if (targets.length === 0 || !on.includes(place))
        notify(t(targets.length === 0 ? "actions.noRow" : "actions.none"));
      else
        request.set({
          kind: "start",
          actionId: id,
          records: targets,
          shortcut,
        });
    },
    onUndo: (focused) => {
      const undone = stepsToUndo(changes.get().steps, focused);
      if (undone.length === 0) notify(t("actions.nothingToUndo"));
      else void flow.undo(undone);
    },
    onHelp: () => {
      setHelpOpen(true);
    },
    onEscape: () => {
      if (selected.size === 0) return false;
      selection.set(noSelection);
      return true;
    },
  });

  return (
    <>
      {records.length > 0 && (
        <SelectionBar
          known={on("selection")}
          records={records}
          onStart={(action, values) => {
            start(action, records, values);
          }}
        />
      )}
      {requested?.kind === "menu" && (
        <Suspense fallback={null}>
          <RowMenu
            record={shownById.get(requested.record.id) ?? requested.record}
            anchor={requested.anchor}
            known={on("row").filter(
              ({ action: { id } }) => id === (requested.actionId ?? id),
            )}
            onStart={(action, values) => {
              const { record } = requested;
              start(action, [shownById.get(record.id) ?? record], values);
            }}
            onUndo={(step) => void flow.undo([step])}
            onClose={() => {
              request.set(null);
            }}
          />
        </Suspense>
      )}
      {flow.question && (
        <QuestionDialog
          key={flow.question.question.title}
          open={flow.question}
        />
      )}
      {flow.form && (
        <Suspense fallback={null}>
          <ActionForm form={flow.form} flow={flow} />
        </Suspense>
      )}
      {isHelpOpen && (
        <HelpSheet
          known={known}
          onClose={() => {
            setHelpOpen(false);
          }}
        />
      )}
    </>
  );
}

/**
 * Returns the last step of the focused row. If it has no step, or if the last run
 * changed it, returns all steps of that run that are still the last ones of their
 * rows.
 */
function stepsToUndo(
  steps: readonly UndoStep[],
  focused: string | null,
): readonly UndoStep[] {
  const runId = steps.at(-1)?.runId;
  const own = steps.findLast(({ rowId }) => rowId === focused);
  if (own && own.runId !== runId) return [own];
  return steps.filter(
    (step) =>
      step.runId === runId &&
      steps.findLast(({ rowId }) => rowId === step.rowId) === step,
  );
}

/** Asks before the page is closed while a change waits for its reply. */
function useUnsentGuard(): void {
  const { changes } = useListActions();
  const isUnsent = isWaiting(useStoreValue(changes));
  const listener = useMemo(
    () => (event: BeforeUnloadEvent) => {
      event.preventDefault();
    },
    [],
  );
  useEffect(() => {
    if (!isUnsent) return;
    window.addEventListener("beforeunload", listener);
    return () => {
      window.removeEventListener("beforeunload", listener);
    };
  }, [isUnsent, listener]);
}
