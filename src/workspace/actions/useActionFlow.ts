import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useNotify } from "ra-core";
import { useRef, useState } from "react";
import { changedRecords } from "../../../domain/liveEvent";
import type { Action } from "../../../domain/resource";
import { isOnline } from "../../providers/connection";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { noteOwnChanges, reloadRows } from "../../providers/cachedRows";
import { refreshLists } from "../../providers/live/refreshLists";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import type { WriteKeys } from "../../providers/write";
import { useListing } from "../listing/ListingContext";
import {
  bodyNames,
  useListActions,
  type UnsentChange,
  withoutRows,
} from "../listing/listActions";
import type { UndoStep } from "../listing/rowChanges";
import { withUnsent } from "./UnsentChanges";
import {
  useActionMessages,
  type ActionOutcome,
  useActionTexts,
} from "./actionTexts";
import { canWait, nextStep, type KnownAction, type Step } from "./knownActions";
import { useQuestions, type OpenQuestion } from "./useQuestions";
import {
  declaredValues,
  withoutCopied,
  type RowWrite,
  type WriteScope,
} from "./writeCalls";
import { isDone, undoValues, writeRows, type WriteResult } from "./writeRows";
import { rowPath } from "../../../domain/listing/defaultCalls";
import { errorText } from "../../providers/errorText";
import { loadModule } from "../../providers/loadModule";
import { useRowTitle } from "../listing/rowTitle";
import { useUnmetReason } from "../useUnmetReason";
import { useMeets } from "../listing/useMeets";

export type ActionFlow = {
  /** The action whose values the person fills in. */
  form: {
    known: KnownAction;
    records: readonly RowRecord[];
    keys: WriteKeys;
    /** The cells that the person has pasted into the list. */
    text?: string | undefined;
  } | null;
  question: OpenQuestion | null;
  /** Why the change of a row failed, until the person has read it. */
  failure: string | null;
  closeForm: () => void;
  closeFailure: () => void;
  /** Says why a row was not changed. */
  fail: (record: RowRecord, error: unknown) => void;
  /** Keeps a change that was refused for want of a connection, and says so. */
  keep: (change: UnsentChange) => void;
  /** Starts an action; asks for what is missing, then writes. */
  start: (
    known: KnownAction,
    records: readonly RowRecord[],
    values?: Row,
    text?: string,
  ) => Promise<void>;
  /**
   * Writes the values of a form and closes it. Throws the server's error; the form
   * shows it, so no message appears. With `mayWait`, the write of a value that can wait waits for a connection.
   */
  submit: (
    known: KnownAction,
    records: readonly RowRecord[],
    values: Row,
    options?: { mayWait: boolean },
  ) => Promise<void>;
  /** Takes back the given changes, each as a new write. */
  undo: (steps: readonly UndoStep[]) => Promise<void>;
  /** Where a dialog with writes of its own sends them. */
  scope: WriteScope;
  /** Reports the outcome of an action, offers to undo it, and reads what shows the rows. */
  finish: (known: KnownAction, outcome: ActionOutcome) => void;
};

/**
 * Takes an action from its start to its outcome: leaves out rows for which it is
 * not possible, opens the form, asks the questions of its rule in order, writes
 * the rows and reports the outcome.
 */
export function useActionFlow(): ActionFlow {
  const { resource } = useListing();
  const { changes, selection, unsent } = useListActions();
  const { viewer } = useSignedIn();
  const meets = useMeets();
  const workspace = useWorkspace();
  const reason = useUnmetReason(workspace.row(resource.row));
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const t = useT();
  const [form, setForm] = useState<ActionFlow["form"]>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { question, accept } = useQuestions();
  const { tell, report } = useActionMessages(setFailure);
  /** Writes that are not answered yet: the same one is not started twice. */
  const running = useRef(new Set<string>());
  const [keys] = useState<WriteKeys>(() => new Map());
  const scope: WriteScope = {
    userId: viewer.userId,
    workspace,
    resource,
    changes,
    reload: () => reloadRows(queryClient, resource.name),
    keys,
  };

  const download = useDownloads();

  const keep = (change: UnsentChange) => {
    unsent.set(withUnsent(unsent.get(), change));
    notify(t("actions.unsent.kept"), { type: "warning" });
  };

  const undo = async (steps: readonly UndoStep[]) => {
    if (!isOnline()) {
      notify(t("actions.offline"), { type: "warning" });
      return;
    }
    const results: WriteResult[] = [];
    for (const action of resource.actions ?? []) {
      const own = steps.filter(({ actionId }) => actionId === action.id);
      if (own.length === 0) continue;
      const writes = own.map((undone) => ({
        record: undone.record,
        values: undoValues(action, undone),
        undoes: undone,
      }));
      results.push(...(await writeRows(scope, action, writes)));
    }
    const done = results.filter(isDone);
    tell({
      outcome:
        done.length > 0 && t("actions.undone", { smart_count: done.length }),
      results,
    });
    if (done.length > 0) refresh(done);
  };

  /**
   * Reads what shows the changed rows elsewhere: totals, tabs, filters, the menu and
   * the pages of rows. The rows of the list stay in their places.
   */
  const refresh = (done: readonly WriteResult[]) => {
    const { name } = resource;
    const ids = done.map(({ record }) => record.id);
    noteOwnChanges(name, ids);
    for (const queryKey of [["menu-counters"], ["row", name]])
      void queryClient.invalidateQueries({ queryKey });
    const changed = changedRecords(name, ids);
    refreshLists({ queryClient, dataProvider, workspace, changed }).catch(
      () => undefined,
    );
  };

  const finish = (known: KnownAction, outcome: ActionOutcome) => {
    const { action } = known;
    const done = outcome.results.filter(isDone);
    const ids = new Set(done.map(({ changeId }) => changeId));
    const takeBack = () => {
      void undo(changes.get().steps.filter(({ id }) => ids.has(id)));
    };
    const canUndo = done.length > 0 && action.patch !== undefined;
    report(known, outcome, canUndo ? takeBack : undefined);
    if (done.length === 0) return;
    if (action.method === "DELETE") {
      const removed = done.map(({ record }) => record);
      selection.set(withoutRows(selection.get(), removed));
    }
    // Only the server knows what an action without a patch has changed.
    if (!action.patch) void scope.reload();
    refresh(done);
  };

  /** Returns why an action is possible for none of these rows; a single row has a reason. */
  const impossible = (
    { enabled }: Action,
    [record, ...others]: readonly RowRecord[],
  ): string =>
    (record && others.length === 0 && reason(enabled, record.row)) ||
    t("actions.none");

  const start: ActionFlow["start"] = async (started, records, values, text) => {
    const { action } = started;
    const warn = (text: string) => {
      notify(text, { type: "warning" });
    };
    const step = nextStep(started, {
      records,
      values,
      meets,
      isOnline: isOnline(),
    });
    switch (step.kind) {
      case "unchanged":
        return;
      case "impossible":
        warn(impossible(action, records));
        return;
      case "tooMany":
        warn(t("actions.tooMany", { count: step.most }));
        return;
      case "offline":
        warn(t("actions.offline"));
        return;
      case "keep":
        keep({
          actionId: action.id,
          records: step.records,
          values: step.values,
        });
        return;
      case "download":
        await download(action, step.record);
        return;
      case "ask":
        setForm({
          ...{ known: started, records: step.records, text },
          keys: new Map(),
        });
        return;
      case "write":
        await write(started, step);
    }
  };

  const write = async (
    started: KnownAction,
    { records, values: sent, waits, skipped }: Extract<Step, { kind: "write" }>,
  ) => {
    const { action } = started;
    const accepted = await accept(started, records, sent);
    const declined = records.length - accepted.length;
    const writes = possibleWrites(started, accepted);
    const left = skipped + accepted.length - writes.length;
    const keyOf = ({ record: { id }, values }: RowWrite) =>
      `${action.id} ${id} ${JSON.stringify(values)}`;
    const unanswered = writes.filter(
      (write) => !running.current.has(keyOf(write)),
    );
    if (unanswered.length === 0) return;
    for (const write of unanswered) running.current.add(keyOf(write));
    const results = await writeRows({ ...scope, waits }, action, unanswered);
    for (const write of unanswered) running.current.delete(keyOf(write));
    finish(started, { sent, results, skipped: left, declined });
  };

  const submit: ActionFlow["submit"] = async (
    known,
    records,
    values,
    { mayWait } = { mayWait: false },
  ) => {
    const waits = mayWait && canWait(known, values);
    if (!waits && !isOnline())
      throw new CallError({
        status: 0,
        code: "offline",
        message: t("actions.offline"),
      });
    const accepted = await accept(known, records, values);
    const writes = possibleWrites(known, accepted);
    if (writes.length === 0)
      throw new CallError({
        status: 422,
        code: "declined",
        message: t(accepted.length > 0 ? "actions.none" : "actions.declined"),
      });
    const own = { ...scope, waits, keys: form?.keys ?? keys };
    const results = await writeRows(own, known.action, writes);
    const [failed] = results;
    if (failed && !results.some(isDone))
      throw namedByBody(failed.error, known.action);
    // The person may have opened another form since.
    setForm((open) => (open === form ? null : open));
    const declined = records.length - accepted.length;
    const skipped = accepted.length - writes.length;
    finish(known, { sent: values, results, skipped, declined });
  };

  return {
    form,
    question,
    failure,
    closeForm: () => {
      setForm(null);
    },
    closeFailure: () => {
      setFailure(null);
    },
    fail: (record, error) => {
      tell({ outcome: false, results: [{ record, changeId: "", error }] });
    },
    keep,
    start,
    submit,
    undo,
    scope,
    finish,
  };
}

/** Returns the writes that the server can take; that of a single row is answered by the server. */
const possibleWrites = (
  known: KnownAction,
  writes: readonly RowWrite[],
): readonly RowWrite[] =>
  writes.length > 1 ? withoutCopied(known, writes) : writes;

/**
 * Renames the fields of `error.current` to properties of the body, so that the form can
 * compare them. Returns other errors unchanged.
 */
function namedByBody(error: unknown, action: Action): unknown {
  if (!(error instanceof CallError) || !error.current) return error;
  return new CallError({
    status: error.status,
    code: error.code,
    message: error.message,
    errors: error.errors,
    current: bodyNames(action, error.current),
    changed: error.changed,
  });
}

/**
 * Returns a function that downloads the file of a row, or of the whole list without a
 * row, and tells about its progress and failure. A file behind a link opens in a new tab,
 * whose progress the browser shows. A file that is on its way is not started twice.
 */
function useDownloads() {
  const { resource } = useListing();
  const notify = useNotify();
  const t = useT();
  const texts = useActionTexts();
  const rowTitle = useRowTitle();
  const running = useRef(new Set<string>());

  return async (action: Action, record: RowRecord | undefined) => {
    const key = `${action.id} ${record?.id}`;
    if (running.current.has(key)) return;
    running.current.add(key);
    const name = texts.label(action);
    const about = record ? `${name}: ${rowTitle(record)}` : name;
    const begun = action.link ? "actions.preparing" : "actions.downloading";
    notify(t(begun, { file: about }), { type: "info" });
    try {
      const { fetchFile, openFileLink } = await loadModule(
        () => import("../../providers/fetchFile"),
      );
      const { key: keyField } = resource;
      const values = declaredValues(action, record?.row ?? {}, keyField);
      const query = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, String(value)]),
      );
      const path = rowPath(action.path, record?.id ?? "");
      if (action.link) {
        if (!(await openFileLink(path, query)))
          notify(t("actions.noLink"), { type: "error" });
        return;
      }
      await fetchFile(path, { query });
      notify(t("actions.downloaded", { file: about }), { type: "success" });
    } catch (error) {
      // The dialog of an expired session says so already.
      if (error instanceof CallError && error.status === 401) return;
      const reason = errorText(error, t);
      notify(t("actions.notDownloaded", { file: about, reason }), {
        type: "error",
      });
    } finally {
      running.current.delete(key);
    }
  };
}
