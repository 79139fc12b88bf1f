import { useEvent, useNotify } from "ra-core";
import { Suspense, useEffect, useMemo, useState } from "react";
import type { Action } from "../../../domain/resource";
import { isOnline } from "../../providers/connection";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { DialogFailure } from "../../ui/DialogFailure";
import { preloadable } from "../../ui/preloadable";
import { whenIdle } from "../../ui/whenIdle";
import { preloadPopup } from "../LazyPopup";
import { useListing, useListRows } from "../listing/ListingContext";
import { useListActions, noSelection, toggled } from "../listing/listActions";
import type { UndoStep } from "../listing/rowChanges";
import { FailureDialog, QuestionDialog } from "./ActionDialogs";
import { RowMenu } from "./ActionPanel";
import { HelpSheet } from "./HelpSheet";
import { SelectionBar } from "./SelectionBar";
import { HiddenDrafts, UnsentChanges } from "./UnsentChanges";
import { bodiesOf, useActionBodies, type KnownAction } from "./knownActions";
import { useActionFlow } from "./useActionFlow";
import { useCellEdits } from "./useCellEdits";
import { useShortcuts } from "./useShortcuts";

const [ActionForm] = preloadable(() => import("./ActionForm"), DialogFailure);
const [PasteDialog] = preloadable(
  () => import("./paste/PasteDialog"),
  DialogFailure,
);

/** A started action that has not loaded by then is not started any more. */
const longestWaitMs = 5_000;

const noActions: readonly Action[] = [];
const noRows: readonly RowRecord[] = [];

/** Stands for the rows of an action that is started for the whole list. */
const listRecord: RowRecord = { id: "", row: {} };

/**
 * The bar, menus, dialogs and keys of a list's actions. On the page of a row they all apply to
 * its `record`. Actions of a related list there have no keys.
 */
export default function Actions({
  record: only,
  hasKeys = true,
}: {
  record?: RowRecord;
  hasKeys?: boolean;
}) {
  const { resource, labels } = useListing();
  const { rows = noRows } = useListRows();
  const { isSelectable, selection, changes, request, edits } = useListActions();
  const { rows: selected } = useStoreValue(selection);
  const requested = useStoreValue(request);
  const notify = useNotify();
  const t = useT();
  const { actions = noActions } = resource;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasEdits = useStoreValue(edits).length > 0;
  const bodies = useActionBodies(
    actions,
    requested !== null || selected.size > 0 || hasEdits || isHelpOpen,
  );
  const { known } = bodies;
  const flow = useActionFlow();
  const shownById = useMemo(
    () => new Map(rows.map((record) => [record.id, record])),
    [rows],
  );
  const records = [...selected.values()].map(
    (record) => shownById.get(record.id) ?? record,
  );
  const start = (
    action: KnownAction,
    records: readonly RowRecord[],
    values?: Row,
  ) => void flow.start(action, records, values);

  const started = requested?.kind === "start" ? requested : null;
  const wanted = known.find(({ action }) => action.id === started?.actionId);
  const hasFailed = bodies.failed.some(({ id }) => id === started?.actionId);
  useEffect(() => {
    if (!started || !wanted) return;
    request.set(null);
    const { shortcut, text } = started;
    const { action, asked, choice } = wanted;
    const isPaste = action.paste !== undefined && records.length > 0;
    const targets = started.records ?? (isPaste ? records : [listRecord]);
    const value = shortcut === undefined ? undefined : choice?.values[shortcut];
    const values =
      choice && value !== undefined
        ? { [choice.name]: value }
        : asked.length === 0
          ? {}
          : undefined;
    void flow.start(wanted, targets, values, text);
  }, [started, request, wanted, records, flow]);

  const isWaiting = started !== null && wanted === undefined;
  const expire = useEvent(() => {
    if (!started) return;
    request.set(null);
    const action = labels.action(started.actionId);
    notify(t("actions.notLoaded", { action }), { type: "warning" });
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(expire, hasFailed ? 0 : longestWaitMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isWaiting, started, hasFailed, expire]);

  // Offline, a menu that has not loaded could not open.
  useEffect(() => whenIdle(preloadPopup), []);
  useCellEdits({ bodies, flow, shownById });
  useShortcuts(
    {
      actions,
      targets: (focused) => {
        if (only) return [only];
        if (records.length > 0) return records;
        const record = focused === null ? undefined : shownById.get(focused);
        return record ? [record] : [];
      },
      onStart: ({ id, on }, targets, shortcut) => {
        const place = records.length > 0 ? "selection" : "row";
        if (targets.length === 0 || !on.includes(place))
          notify(t(targets.length === 0 ? "actions.noRow" : "actions.none"));
        // Its body may not load before the connection is back.
        else if (!isOnline() && !known.some(({ action }) => action.id === id))
          notify(t("actions.offline"), { type: "warning" });
        else
          request.set({
            kind: "start",
            actionId: id,
            records: targets,
            shortcut,
          });
      },
      onUndo: (focused) => {
        const { steps } = changes.get();
        const undone = only
          ? steps.filter(({ rowId }) => rowId === only.id).slice(-1)
          : stepsToUndo(steps, focused);
        if (undone.length === 0) notify(t("actions.nothingToUndo"));
        else void flow.undo(undone);
      },
      onHelp: () => {
        setHelpOpen(true);
      },
      onPaste: (text, focused) => {
        const action = actions.find(({ paste }) => paste);
        const first = rows.findIndex(({ id }) => id === focused);
        const targets =
          records.length > 0 || first < 0 ? records : rows.slice(first);
        if (!action || text === "" || targets.length === 0) return false;
        const actionId = action.id;
        request.set({ kind: "start", actionId, records: targets, text });
        return true;
      },
      onSelect: (focused) => {
        const record = focused === null ? undefined : shownById.get(focused);
        if (!isSelectable || !record) return false;
        selection.set(toggled(selection.get(), record));
        return true;
      },
      onEscape: () => {
        if (selected.size === 0) return false;
        selection.set(noSelection);
        return true;
      },
    },
    hasKeys,
  );

  return (
    <>
      {records.length > 0 && (
        <SelectionBar
          bodies={bodiesOf(bodies, ({ on }) => on.includes("selection"))}
          records={records}
          onStart={(action, values) => {
            start(action, records, values);
          }}
        />
      )}
      <HiddenDrafts />
      <UnsentChanges
        known={known}
        onSend={({ records, values }, action) => {
          start(action, records, values);
        }}
      />
      {requested?.kind === "menu" && (
        <Suspense fallback={null}>
          <RowMenu
            record={shownById.get(requested.record.id) ?? requested.record}
            anchor={requested.anchor}
            bodies={bodiesOf(
              bodies,
              ({ id, on }) =>
                on.includes("row") &&
                (requested.actionIds ?? [id]).includes(id),
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
          key={JSON.stringify([flow.question.question, flow.question.section])}
          open={flow.question}
        />
      )}
      {flow.failure !== null && (
        <FailureDialog text={flow.failure} onClose={flow.closeFailure} />
      )}
      {flow.form && (
        <Suspense fallback={null}>
          {flow.form.known.action.paste ? (
            <PasteDialog
              form={flow.form}
              flow={flow}
              onClose={flow.closeForm}
            />
          ) : (
            <ActionForm form={flow.form} flow={flow} onClose={flow.closeForm} />
          )}
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
 * Returns the last step of the focused row. Otherwise returns the steps of the last
 * run, except the steps of rows that were changed again since.
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
